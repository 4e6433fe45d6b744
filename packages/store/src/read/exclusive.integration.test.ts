/** Random ledgers: the rows that the store reads must decide as all rows together do, now and at every past block. */
import { createRandom, integer, pick } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type ExclusiveCandidate,
  type ExclusiveQuestion,
  FULL_RIGHTS,
  findExclusive,
  GLOBAL_IDENTIFIER,
  identify,
  parseAddress,
  parseRights,
  parseRightsIdentifier,
  rightsWithExpiry,
  type V2Delegation,
} from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  type TestDatabase,
} from '@mandate/testing/ledger/database';
import { readSeed } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Begun } from '../database/lifetime.ts';
import { createReader, type Reader } from './reader.ts';

const random = createRandom(readSeed('exclusive'));
const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
const WALLETS = ['0', '1', 'a1', 'a2', 'b1', 'b2'].map(address) as [Address, ...Address[]];
const CONTRACTS = [address('c1'), address('c2')] as const;
const IDENTIFIERS = [GLOBAL_IDENTIFIER, parseRightsIdentifier(`0x${'12'.repeat(24)}`)] as const;
const BLOCKS = 60;
const timeOf = (number: number) => block(number).timestamp;

/** Expiries are times of blocks, one second before them, and never. */
function createRandomRights() {
  const identifier = pick(random, [...IDENTIFIERS, parseRightsIdentifier(`0x${'34'.repeat(24)}`)]);
  const expiry = pick(random, [0, timeOf(integer(random, 1, BLOCKS)), 2 ** 40 - 1]);
  if (integer(random, 1, 8) === 1) return FULL_RIGHTS;
  const rights = rightsWithExpiry(identifier, expiry);
  return integer(random, 1, 8) === 1 ? parseRights(rights.replace(/000000(.{10})$/, 'abcdef$1')) : rights;
}

/** Few different delegations, so that they are revoked and given again. */
const POOL = Array.from({ length: 150 }, () =>
  createDelegation({
    registry: 'v2',
    kind: pick(random, ['all', 'all', 'contract', 'erc721', 'erc20']),
    from: pick(random, WALLETS),
    to: pick(random, WALLETS),
    contract: pick(random, CONTRACTS),
    tokenId: pick(random, [0n, 7n]),
    rights: createRandomRights(),
    amount: 1n,
  }),
) as [V2Delegation, ...V2Delegation[]];

function createHistory(): Begun[] {
  const rows: Begun[] = [];
  const standing = new Map<string, Begun>();
  for (let number = 2; number <= BLOCKS; number++) {
    for (let log = 0; log < 12; log++) {
      const delegation = pick(random, POOL);
      const before = standing.get(identify(delegation));
      if (before) {
        rows.push({ ...before, until: at(number, log) });
        standing.delete(identify(delegation));
      } else standing.set(identify(delegation), { delegation, since: at(number, log), until: null });
    }
  }
  return [...rows, ...standing.values()];
}

const history = createHistory();
const isBefore = (a: ExclusiveCandidate['first'], b: ExclusiveCandidate['first']) =>
  a.block < b.block || (a.block === b.block && a.log < b.log);
/** Lists everything that stood at a block, with its place in the registry's list. */
function listAt(number: number): ExclusiveCandidate[] {
  return history
    .filter(({ since, until }) => since.block <= number && (!until || until.block > number))
    .filter(({ delegation }) => !WALLETS.slice(0, 2).includes(delegation.from))
    .map(({ delegation }) => {
      const own = history.filter((row) => identify(row.delegation) === identify(delegation));
      const [first] = own.map(({ since }) => since).toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
      return { delegation: delegation as V2Delegation, first: first ?? at(0) };
    });
}

let db: TestDatabase;
let reader: Reader;
let chainId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  reader = createReader(db.database);
  const ledger = createTestLedger(db.database);
  chainId = await ledger.openChain();
  await ledger.write(chainId, BLOCKS, ...history);
});
afterAll(() => db?.drop());

describe.each(['now', 'then'] as const)('the exclusive delegate %s', (when) => {
  const numbers = when === 'now' ? [BLOCKS] : Array.from({ length: BLOCKS }, (_, i) => i + 1);
  const momentOf = (number: number, identifier: (typeof IDENTIFIERS)[number]) => {
    const moment = when === 'now' ? undefined : { number, timestamp: timeOf(number) };
    return { chainId, identifier, at: moment };
  };

  test('of a vault and of a token is the one that all rows decide', async () => {
    const token = { contract: CONTRACTS[0], tokenId: 7n };
    for (const number of numbers) {
      const all = listAt(number);
      for (const identifier of IDENTIFIERS)
        for (const vault of WALLETS)
          for (const asked of [null, token]) {
            const question: ExclusiveQuestion = { identifier, timestamp: timeOf(number), token: asked };
            const own = all.filter(({ delegation }) => delegation.from === vault);
            const read = await reader.findExclusive({ ...momentOf(number, identifier), vault, token: asked });
            const found = read && findExclusive(read.candidates, question);
            expect(found?.delegation).toEqual(findExclusive(own, question)?.delegation);
            expect(read?.candidates.length).toBeLessThanOrEqual(2);
          }
    }
  });

  test('is found from the wallet, page by page', async () => {
    for (const number of numbers) {
      const all = listAt(number);
      for (const [identifier, wallet] of IDENTIFIERS.flatMap((i) => WALLETS.map((w) => [i, w] as const))) {
        const question = { identifier, timestamp: timeOf(number), token: null };
        const expected = WALLETS.filter((vault) => {
          const own = all.filter(({ delegation }) => delegation.from === vault);
          return findExclusive(own, question)?.delegation.to === wallet;
        });
        const listed: Address[] = [];
        for (let after: Address | undefined; ; ) {
          const page = await reader.findExclusiveVaults({
            ...{ ...momentOf(number, identifier), wallet, limit: 2, after },
          });
          const own = (page?.vaults ?? []).filter(({ candidates }) => {
            return findExclusive(candidates, question)?.delegation.to === wallet;
          });
          listed.push(...own.map(({ address }) => address));
          if (!page?.next) break;
          after = page.next;
        }
        expect(listed).toEqual(expected);
      }
    }
  });

  test('of single tokens is decided by all rows that are listed', async () => {
    for (const number of numbers) {
      const all = listAt(number);
      for (const [identifier, vault] of IDENTIFIERS.flatMap((i) => WALLETS.map((w) => [i, w] as const))) {
        const moment = momentOf(number, identifier);
        const request = { ...moment, vault, contract: CONTRACTS[0], limit: 1_000 };
        const read = await reader.listExclusiveTokens(request);
        const question = { identifier, timestamp: timeOf(number) };
        const expected = all.filter(({ delegation: d }) => {
          if (d.kind !== 'erc721' || d.from !== vault || d.contract !== CONTRACTS[0]) return false;
          const token = { contract: d.contract, tokenId: d.tokenId };
          return findExclusive([{ delegation: d, first: at(0) }], { ...question, token }) !== null;
        });
        const names = (rows: readonly ExclusiveCandidate[]) =>
          rows
            .map(({ delegation, first: { block, log } }) => `${identify(delegation)} ${block} ${log}`)
            .toSorted();
        expect(
          names(read?.candidates.filter(({ delegation }) => delegation.to !== WALLETS[0]) ?? []),
        ).toEqual(names(expected.filter(({ delegation }) => delegation.to !== WALLETS[0])));
        expect(read?.isCut).toBe(false);
      }
    }
  });
});

test('a chain that is not in the ledger has no answer', async () => {
  const moment = { chainId: 99, identifier: GLOBAL_IDENTIFIER };
  const [vault] = WALLETS;
  expect(await reader.findExclusive({ ...moment, vault, token: null })).toBeNull();
  expect(await reader.findExclusiveVaults({ ...moment, wallet: vault, limit: 1 })).toBeNull();
  expect(await reader.listExclusiveTokens({ ...moment, vault, contract: vault, limit: 1 })).toBeNull();
});
