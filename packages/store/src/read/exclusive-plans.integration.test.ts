/** Tests how few rows the questions about exclusive delegates and votes read, of large vaults and of wallets that strangers fill. */
import { FULL_RIGHTS, GLOBAL_IDENTIFIER, KINDS, parseAddress, parseRightsIdentifier } from '@mandate/core';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger } from '@mandate/testing/ledger/many-rows';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWriter } from '../write/writer.ts';
import { createReader, type Reader } from './reader.ts';
import { explain, listStatements, MODES, type Use } from './testing/plans.ts';

const numbered = (side: string, n: number) => parseAddress(`0x${side}${n.toString(16).padStart(38, '0')}`);
const LARGE = size(4_000, 20_000);
const SPAM = size(12_000, 60_000);
const NOW = 1_000_000;
const TIME = 1_700_000_000;
const BYTES = '12'.repeat(24);
const identifier = parseRightsIdentifier(`0x${BYTES}`);
const rights = (expiry: string, bytes = BYTES) => `'${bytes}000000' || lpad(to_hex(${expiry}), 10, '0')`;
const LATER = `${TIME + 1}`;
const [vault, narrow, spammed, quiet] = [900_001, 900_002, 900_003, 900_004];

const row = (
  from: string,
  to: string,
  kind: number,
  thing: string,
  of: string,
  since: string,
  until = 'null::int',
) =>
  `select 1 as chain_id, 2 as registry, ${kind} as kind, ${from} as "from", ${to} as "to", ${thing} as thing,
    ${of} as rights, ${since} as since, ${until} as until`;
const many = (count: number) => ` from generate_series(1, ${count}) n`;
const erc721 = KINDS.erc721.ledgerNumber;
/**
 * `vault` has `LARGE` whole-wallet grants that count and as many with full rights, `narrow` as many of tokens of contract 7,
 * and `spammed` gets `SPAM` of each kind of grant from strangers.
 */
const ROWS = [
  row(`${vault}`, 'n', 1, '0', rights(LATER), 'n') + many(LARGE),
  row(`${vault}`, 'n', 1, '0', "''", 'n') + many(LARGE),
  row(`${narrow}`, 'n', erc721, '7', rights(LATER), 'n') + many(LARGE),
  row(`${narrow}`, `${quiet}`, erc721, 'n', rights(LATER), 'n') + many(LARGE),
  row('n', `${spammed}`, 1, '0', rights(LATER), 'n') + many(SPAM),
  row('n', `${spammed}`, 1, '0', rights(`${TIME - 1} - n % 2`, '00'.repeat(24)), 'n') + many(SPAM),
  row('n', `${spammed}`, 1, '0', "''", 'n') + many(SPAM),
  row('n', `${spammed}`, 1, '0', rights(`${TIME + 1} + n`), 'n', 'n + 10') + many(SPAM),
  row(`${vault}`, `${quiet}`, 1, '0', rights(LATER), `${LARGE + 1}`),
].join(' union all ');

let db: TestDatabase;
let reader: Reader;
beforeAll(async () => {
  db = await createTestDatabase();
  reader = createReader(db.database);
  const block = { number: NOW, hash: `0x${'00'.repeat(32)}` as const, timestamp: TIME };
  await createWriter(db.database).open(1, block, { head: NOW, safe: NOW, finalized: 0 });
  await fillLedger(db.database, ROWS);
});
afterAll(() => db?.drop());

interface Bounds {
  readonly paths: readonly string[];
  readonly rows: number;
  readonly buffers: number;
}

async function expectReads(use: Use, bounds: Bounds): Promise<void> {
  const [statement] = await listStatements(db.database, use);
  if (!statement) throw new Error('nothing was asked');
  for (const mode of MODES) {
    const { paths, read, buffers } = await explain(db.database, statement, mode);
    expect(paths, `${mode} plan`).toEqual(bounds.paths);
    expect(read, `rows, ${mode} plan`).toBeLessThanOrEqual(bounds.rows);
    expect(buffers, `buffers, ${mode} plan`).toBeLessThanOrEqual(bounds.buffers);
  }
}

const OF_VAULT = ['from_node_since', 'from_node_until', 'grant', 'scope_from'].map(
  (name) => `delegation_${name}`,
);
const moment = { chainId: 1, identifier };
const past = { number: LARGE / 2, timestamp: TIME };
const token = { contract: numbered('cc', 7), tokenId: 7n };

test.each([
  ['now', undefined, numbered('bb', quiet)],
  ['at a past block', past, numbered('bb', LARGE / 2)],
])(`a vault with ${LARGE} candidates is answered %s`, async (_, at, expected) => {
  const request = { ...moment, at, vault: numbered('aa', vault), token: null };
  const read = await reader.findExclusive(request);
  expect(read?.candidates[0]?.delegation.to).toBe(expected);
  // Reads the candidates, the place of one of them, and none of the grants with full rights.
  const bounds = { paths: OF_VAULT, rows: LARGE + 2, buffers: LARGE + 1_000 };
  await expectReads((d) => createReader(d).findExclusive(request), bounds);
});

test(`a vault with ${LARGE} delegates of one token is answered, and reads no other tokens`, async () => {
  const request = { ...moment, vault: numbered('aa', narrow), token };
  const read = await reader.findExclusive(request);
  expect(read?.candidates[0]?.delegation.to).toBe(numbered('bb', LARGE));
  const bounds = { paths: OF_VAULT, rows: LARGE + 3, buffers: LARGE + 1_000 };
  await expectReads((d) => createReader(d).findExclusive(request), bounds);
});

test('a vault without expiring grants costs nothing', () =>
  expectReads((d) => createReader(d).findExclusive({ ...moment, vault: numbered('aa', 1), token }), {
    paths: OF_VAULT,
    rows: 3,
    buffers: 60,
  }));

const OF_WALLET = [...OF_VAULT, 'delegation_exclusive_to'].toSorted();

test('pages of a wallet that strangers fill are bounded, now and at a past block', async () => {
  for (const at of [undefined, past]) {
    const request = { ...moment, at, wallet: numbered('bb', spammed), limit: 1_000 };
    const page = await reader.findExclusiveVaults(request);
    expect(page?.vaults).toHaveLength(250);
    expect(page?.next).toBe(numbered('aa', 250));
    // Two ranges of 2,000 rows, and for each of 250 vaults its candidates and the place of one.
    const bounds = { paths: OF_WALLET, rows: 4_000 + 250 * 4, buffers: at ? 120_000 : 12_000 };
    await expectReads((d) => createReader(d).findExclusiveVaults(request), bounds);
  }
});

test('a page may be empty although more follow, if no grant on it counts', async () => {
  const request = { chainId: 1, identifier: GLOBAL_IDENTIFIER, wallet: numbered('bb', spammed), limit: 100 };
  const page = await reader.findExclusiveVaults(request);
  expect(page?.vaults).toEqual([]);
  expect(page?.next).toBe(numbered('aa', 2_000));
  const last = await reader.findExclusiveVaults({ ...request, after: numbered('aa', SPAM - 100) });
  expect([last?.vaults, last?.next]).toEqual([[], null]);
});

test('a list of tokens stops at its limit and says so', async () => {
  const request = { ...moment, vault: numbered('aa', narrow), contract: numbered('cc', 7), limit: 1_000 };
  const read = await reader.listExclusiveTokens(request);
  expect([read?.candidates.length, read?.isCut]).toEqual([1_000, true]);
  const bounds = { paths: OF_VAULT, rows: 2_000, buffers: 10_000 };
  await expectReads((d) => createReader(d).listExclusiveTokens(request), bounds);
});

test.each([
  ['vaults to', 'to', spammed],
  ['grants from', 'from', vault],
] as const)('%s 500 wallets at a block read no more rows than the limit', async (_, side, large) => {
  const wallets = [...Array.from({ length: 499 }, (_, i) => 800_000 + i), large].map((n) =>
    numbered(side === 'to' ? 'bb' : 'aa', n),
  );
  const asset = {
    standard: 'ERC721',
    contract: numbered('cc', 7),
    tokenId: null,
    rights: FULL_RIGHTS,
  } as const;
  const limit = 2_000;
  const asked = { chainId: 1, registries: ['v1', 'v2'], asset, wallets, atBlock: SPAM, limit } as const;
  const list = ({ listVotingVaults, listVotingGrants }: Reader) =>
    side === 'to' ? listVotingVaults(asked) : listVotingGrants(asked);
  expect(await list(reader)).toMatchObject({ looked: limit + 1 });
  await expectReads((database) => list(createReader(database)), {
    paths: ['live', 'node_since', 'node_until'].map((end) => `delegation_${side}_${end}`),
    rows: limit + 1,
    // Two registries, and some forty places of ended rows.
    buffers: 500 * 2 * 42 * 4,
  });
});
