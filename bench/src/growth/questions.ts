/** The questions about a ledger that grows: a check of a token, and the list of a wallet. */
import { integer, type Random } from '@mandate/contracts';
import { grantOf } from '@mandate/core';
import type { Instance, Question } from '../answers.ts';
import { delegationOf, granteeOf, hasEnded } from '../writes/written-ledger.ts';

/** Every fifth row grants a token: row 2, 7, 12 and so on. */
const [KINDS, OF_TOKEN] = [5, 2];
const tokenRow = (i: number) => OF_TOKEN + KINDS * i;
const countTokens = (rows: number) => Math.floor((rows - OF_TOKEN) / KINDS) + 1;

/** Asks whether a wallet may use the token of the nth row: the wallet that got it, or another one. */
function checkPath(n: number, isGrantee: boolean): string {
  const { from, ...granted } = grantOf(delegationOf(n));
  if (granted.kind !== 'erc721') throw new RangeError(`Row ${n} is not about a token.`);
  const { contract, tokenId } = granted;
  const to = isGrantee ? granted.to : granteeOf(n + 1);
  return `/registry/v2/check/erc721?delegate=${to}&vault=${from}&contract=${contract}&tokenId=${tokenId}`;
}

/** Asks for the list of the wallet that got the nth row. */
export const listPath = (n: number) => `/registry/v2/${granteeOf(n)}`;

const chooseCheck = (rows: number, random: Random) =>
  checkPath(tokenRow(integer(random, 0, countTokens(rows) - 1)), random() < 0.5);

/** Few connections leave the process idle time: latency then shows how long an answer takes, not how long it waits. */
const USUAL = { connections: 2, requests: 20_000 } as const;
export const CHECK: Question = {
  ...USUAL,
  name: 'check',
  choose: (rows, random) => ({ path: chooseCheck(rows, random) }),
};
export const LIST: Question = {
  ...USUAL,
  name: 'list',
  choose: (rows, random) => ({ path: listPath(integer(random, 1, rows)) }),
};

/** Lists questions whose answers are known: they are about the newest rows, which nothing has ended since. */
export function listKnown(rows: number): readonly Instance[] {
  const last = tokenRow(countTokens(rows) - 1);
  const n = hasEnded(last) ? last - KINDS : last;
  return [
    { path: checkPath(n, true), expected: { body: 'true' } },
    { path: checkPath(n, false), expected: { body: 'false' } },
    { path: listPath(n), expected: { part: '"tokenId":' } },
  ];
}
