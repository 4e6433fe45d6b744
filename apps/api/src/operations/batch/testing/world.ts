/** Ledgers of several chains with a past, few enough wallets that questions find something, and random questions. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import {
  createDelegation,
  FULL_RIGHTS,
  identify,
  type Kind,
  type Registry,
  rightsFromText,
} from '@mandate/core';
import { at, row } from '@mandate/testing/ledger/database';
import { startLedgerApi, UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { PEPPER } from '../../../access/keys/testing/key-stage.ts';
import type { LimitConfig } from '../../../access/limit/ceilings.ts';

/** 324 has no v1; 8453 was never read. Nobody serves 999. */
const SERVED = { 1: UNFOLLOWED, 137: UNFOLLOWED, 324: UNFOLLOWED, 8453: UNFOLLOWED };
const READ = [1, 137, 324] as const;
export const NAMED = [...READ, 8453, 999] as const;
const GRANTS = 250;
const [SAFE, FINAL] = [28, 20];
export const LAST = 40;
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote')] as const;
const KINDS = {
  v1: ['all', 'contract', 'token'],
  v2: ['all', 'contract', 'erc721', 'erc20', 'erc1155'],
} as const satisfies Record<Registry, readonly Kind[]>;

const wallet = (random: Random) => `0x${integer(random, 1, 9).toString(16).padStart(40, 'a')}` as const;
const contract = (random: Random) => `0x${integer(random, 1, 3).toString(16).padStart(40, 'c')}` as const;
const tokenId = (random: Random) => pick(random, [0n, 7n, 2n ** 60n, 2n ** 256n - 1n]);

export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(seed: number, limit: LimitConfig | null = null) {
  const service = await startLedgerApi({ served: SERVED, opened: READ, block: 0, limit, peppers: [PEPPER] });
  const { ledger, database } = service;
  const random = createRandom(seed);
  for (const chainId of READ) {
    const history = createHistory(random);
    for (const last of [15, 30, LAST]) await ledger.write(chainId, last, ...history);
  }
  await database.query('update chain set safe_number = $1, finalized_number = $2', [SAFE, FINAL]);
  // It is not known what one vault had granted for some time.
  await database.query('insert into uncertain values (1, $1, 10, 30)', [
    Buffer.from('1'.padStart(40, 'a'), 'hex'),
  ]);
  return service;
}

/** Each of the grants once or twice, the second time after the first has ended. */
function createHistory(random: Random) {
  const grants = new Map(
    Array.from({ length: GRANTS }, () => createGrant(random)).map((grant) => [identify(grant), grant]),
  );
  return [...grants.values()].flatMap((grant, log) => {
    const [begun, ended] = [integer(random, 1, LAST - 2), integer(random, 1, LAST)];
    if (ended <= begun) return [row(grant, at(begun, log))];
    const first = row(grant, at(begun, log), at(ended, log));
    return ended < LAST && random() < 0.3 ? [first, row(grant, at(ended + 1, log))] : [first];
  });
}

function createGrant(random: Random) {
  const check = createCheck(random);
  const fields = {
    ...check,
    registry: check.registry,
    kind: check.kind,
    amount: BigInt(integer(random, 1, 99)),
  };
  return createDelegation(fields as unknown as Parameters<typeof createDelegation>[0]);
}

/** A check in the words of the domain. */
function createCheck(random: Random) {
  const registry = pick(random, ['v1', 'v2']);
  const kind = registry === 'v1' ? pick(random, KINDS.v1) : pick(random, KINDS.v2);
  const isOfContract = kind !== 'all';
  const isOfToken = kind === 'token' || kind === 'erc721' || kind === 'erc1155';
  return {
    registry,
    kind,
    from: wallet(random),
    to: wallet(random),
    ...(isOfContract ? { contract: contract(random) } : {}),
    ...(isOfToken ? { tokenId: tokenId(random) } : {}),
    ...(registry === 'v2' ? { rights: pick(random, RIGHTS) } : {}),
  };
}

/** A check as a client writes it: in either vocabulary, and numbers in any of their forms. */
export function writeCheck(random: Random, chains: readonly number[]): Record<string, string | number> {
  const { from, to, tokenId: token, ...rest } = createCheck(random);
  const chainId = chains[integer(random, 0, chains.length - 1)] ?? 1;
  const hex = token === undefined ? '' : `0x${token.toString(16)}`;
  const forms = [String(token), hex, token !== undefined && token < 2n ** 53n ? Number(token) : hex] as const;
  return {
    ...rest,
    ...(random() < 0.5 ? { from, to } : { vault: from, delegate: to }),
    ...(token === undefined ? {} : { tokenId: pick(random, forms) }),
    ...(chainId === 1 && random() < 0.5 ? {} : { chainId: random() < 0.5 ? chainId : String(chainId) }),
  };
}

/** The GET that asks the same. */
export function pathOf({ registry, kind, ...query }: Record<string, string | number>, when: object): string {
  const texts = Object.entries({ ...query, ...when }).map(([name, value]) => [name, String(value)]);
  return `/registry/${registry}/check/${kind}?${new URLSearchParams(Object.fromEntries(texts))}`;
}
