/** The questions about a ledger that grows: a check of a token, and the list of a wallet. */
import { integer, type Random } from '@mandate/contracts';
import { grantOf } from '@mandate/core';
import { delegationOf, granteeOf, hasEnded } from '../writes-ledger.ts';

export const QUESTIONS = ['check', 'list'] as const;
export type Question = (typeof QUESTIONS)[number];

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

export function choosePath(question: Question, rows: number, random: Random): string {
  if (question === 'list') return listPath(integer(random, 1, rows));
  return checkPath(tokenRow(integer(random, 0, countTokens(rows) - 1)), random() < 0.5);
}

/** Questions whose answers are known: they are about the newest rows, which nothing has ended since. */
export function listKnown(rows: number): readonly { readonly path: string; readonly isRight: IsRight }[] {
  const last = tokenRow(countTokens(rows) - 1);
  const n = hasEnded(last) ? last - KINDS : last;
  return [
    { path: checkPath(n, true), isRight: (text) => text === 'true' },
    { path: checkPath(n, false), isRight: (text) => text === 'false' },
    { path: listPath(n), isRight: (text) => (JSON.parse(text) as unknown[]).length > 0 },
  ];
}
type IsRight = (text: string) => boolean;
