/** Tests which rows a snapshot has, in which order, and how few rows a page reads. */
import { createDelegation, FULL_RIGHTS, parseAddress, UNLIMITED } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  row,
  type TestDatabase,
} from '@mandate/testing/ledger/database';
import { fillLedger, insertRows } from '@mandate/testing/ledger/many-rows';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Begun } from '../database/lifetime.ts';
import { readSnapshot, type SnapshotPage, type SnapshotPlace, type SnapshotRequest } from './snapshot.ts';
import { explain, listStatements, MODES } from './testing/plans.ts';

const address = (end: number, side = '00') => parseAddress(`0x${side}${end.toString(16).padStart(38, '0')}`);
const [contract, elsewhere] = [address(0xc1), address(0xc2)];
const both = ['v1', 'v2'] as const;

let db: TestDatabase;
let ledger: ReturnType<typeof createTestLedger>;
let chainId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  ledger = createTestLedger(db.database);
});
beforeEach(async () => {
  chainId = await ledger.openChain();
});
afterAll(() => db.drop());

/** Reads all pages of a snapshot, with at most so many rows per page. */
async function readAll(
  asked: Partial<SnapshotRequest> & Pick<SnapshotRequest, 'atBlock'>,
  limit = 2,
): Promise<SnapshotPage['rows']> {
  const rows: SnapshotPage['rows'] = [];
  for (let after: SnapshotPlace | null = null; ; ) {
    const request = { chainId, contract, registries: both, rewinds: 0, after, limit, ...asked };
    const page = await ledger.reader.readSnapshot(request);
    if (!page) throw new Error('The chain is not in the ledger.');
    rows.push(...page.rows);
    if (!page.next) return rows;
    after = page.next;
  }
}

describe('a snapshot', () => {
  const parties = (n: number) => {
    return { from: address(n, 'aa'), to: address(n, 'bb'), rights: FULL_RIGHTS } as const;
  };
  const v1 = { registry: 'v1' } as const;
  const v2 = { registry: 'v2' } as const;
  const over = { contract, tokenId: UNLIMITED, amount: UNLIMITED };
  const touching = [
    createDelegation({ ...v2, ...parties(1), kind: 'erc20', ...over }),
    createDelegation({ ...v1, ...parties(2), kind: 'all' }),
    createDelegation({ ...v1, ...parties(3), kind: 'contract', ...over }),
    createDelegation({ ...v2, ...parties(4), kind: 'erc1155', ...over }),
    createDelegation({ ...v1, ...parties(5), kind: 'token', ...over }),
    createDelegation({ ...v2, ...parties(6), kind: 'all' }),
    createDelegation({ ...v2, ...parties(7), kind: 'erc721', ...over }),
    createDelegation({ ...v2, ...parties(8), kind: 'contract', ...over }),
  ];
  const others = (['contract', 'erc721', 'erc20', 'erc1155'] as const).map((kind, n) =>
    createDelegation({ ...v2, ...parties(20 + n), kind, ...over, contract: elsewhere }),
  );

  test('has delegations of the contract and of whole wallets, by block and log, for any page size', async () => {
    const rows = touching.map((delegation, n) => row(delegation, at(2 + Math.floor(n / 3), 7 * (n % 3))));
    const besides = others.map((delegation, n) => row(delegation, at(3, 50 + n)));
    // Written in another order than they happened in.
    await ledger.write(chainId, 5, ...besides, ...rows.toReversed());
    const expected = rows.map(({ delegation, since: { block, log, tx } }) => {
      return { delegation, since: { block, log, tx } };
    });
    for (const limit of [1, 2, 3, 7, 8, 9, 100]) {
      expect(await readAll({ atBlock: 5 }, limit), `${limit} a page`).toEqual(expected);
    }
  });

  test('has only the requested registries', async () => {
    await ledger.write(chainId, 2, ...touching.map((delegation, log) => row(delegation, at(2, log))));
    for (const registry of both) {
      const found = await readAll({ atBlock: 2, registries: [registry] });
      expect(found.map(({ delegation }) => delegation)).toEqual(
        touching.filter((delegation) => delegation.registry === registry),
      );
    }
  });

  test('has delegations that stood at the end of the block: none that ended in it or began after it', async () => {
    const history: Begun[] = touching.map((delegation, n) => row(delegation, at(n + 1), at(n + 4)));
    for (let last = 1; last <= 12; last++) await ledger.write(chainId, last, ...history);
    for (let atBlock = 0; atBlock <= 12; atBlock++) {
      const stood = history.filter(
        ({ since, until }) => since.block <= atBlock && (until?.block ?? 0) > atBlock,
      );
      expect(
        (await readAll({ atBlock })).map(({ delegation }) => delegation),
        `block ${atBlock}`,
      ).toEqual(stood.map(({ delegation }) => delegation));
    }
  });

  test('says that its block was replaced, and only then', async () => {
    const history = touching.map((delegation, n) => row(delegation, at(n + 1)));
    await ledger.write(chainId, 6, ...history);
    const ask = async (atBlock: number, rewinds: number) => {
      const asked = { chainId, contract, registries: both, after: null, limit: 10, atBlock, rewinds };
      return (await ledger.reader.readSnapshot(asked))?.replaced;
    };
    expect([await ask(3, 0), await ask(6, 0)]).toEqual([false, false]);
    await ledger.writer.rewind(chainId, block(6), block(4));
    expect([await ask(4, 0), await ask(5, 0), await ask(5, 1)]).toEqual([false, true, false]);
  });

  test('is null for a chain that is not in the ledger', async () => {
    const asked = { contract, registries: both, atBlock: 1, rewinds: 0, after: null, limit: 10 };
    expect(await ledger.reader.readSnapshot({ ...asked, chainId: 4_000 })).toBeNull();
  });
});

describe('a page of 100', () => {
  /** 9,000 of 10,000 rows that touch the contract have ended, and 20,000 of 30,000 rows of whole wallets. */
  const ROWS = (chain: number) => `
    select ${chain} as chain_id, 2 as registry, 5 as kind, n as "from", 0 as "to", 7 as thing, '' as rights,
      n * 20 as since, case when n <= 9000 then n * 20 + 1 end as until
    from generate_series(1, 10000) n
    union all
    select ${chain}, 1 + n % 2, 1, n, 1, 0, '', n * 6 + 1, case when n <= 20000 then n * 6 + 2 end
    from generate_series(1, 30000) n
    union all
    select ${chain}, 2, 2, n % 1000, 2, 1000 + n, '', n * 2, null from generate_series(1, ${size(15_000, 60_000)}) n
    union all
    select ${chain} + 1, 2, (array[1, 2])[1 + n % 2], n, 3, 7, '', n * 3, null from generate_series(1, ${size(12_000, 50_000)}) n`;
  const busy = parseAddress(`0xcc${'7'.padStart(38, '0')}`);
  const unused = parseAddress(`0xcc${'9'.padStart(38, '0')}`);
  const ASKED = [
    [busy, 300_000],
    [unused, 300_000],
    [busy, 150_000],
  ] as const;

  let chains: { known: number; unknown: number };
  beforeAll(async () => {
    const [known, second, unknown, fourth] = [
      await ledger.openChain(),
      await ledger.openChain(),
      await ledger.openChain(),
      await ledger.openChain(),
    ];
    expect([second, fourth]).toEqual([known + 1, unknown + 1]);
    chains = { known, unknown };
    await fillLedger(db.database, ROWS(known));
    // Inserted after the statistics were collected.
    await db.database.query(insertRows(ROWS(unknown)));
  });

  const PLACES = [
    null,
    { block: 3, log: 0 },
    { block: 120_000, log: 3 },
    { block: 179_000, log: 0 },
    { block: 181_000, log: 0 },
    { block: 290_000, log: 0 },
  ];
  const CASES = (['known', 'unknown'] as const).flatMap((chain) =>
    MODES.map((mode) => [chain, mode] as const),
  );

  /** A page that is not full reads again where it ends. */
  const MAX_READ = [
    { isFull: true, hasEnded: false, max: 102 },
    { isFull: true, hasEnded: true, max: 1_002 },
    { isFull: false, hasEnded: false, max: 2_004 },
    { isFull: false, hasEnded: true, max: 2_004 },
  ];

  /** Explains how one page is read. Both a contract's row and a whole wallet's row must be read to know which comes next. */
  async function explainPage(request: SnapshotRequest, mode: (typeof MODES)[number]) {
    let isFull = false;
    const [statement] = await listStatements(db.database, async (database) => {
      isFull = (await readSnapshot(database, request))?.rows.length === request.limit;
    });
    if (!statement) throw new Error('nothing was asked');
    const lastEnd = request.contract === unused ? 120_000 : 180_000;
    const hasEnded = (request.after?.block ?? 0) < lastEnd;
    return { ...(await explain(db.database, statement, mode)), isFull, hasEnded };
  }

  test.each(CASES)(
    'reads 100 rows that stood, or 1,000 twice, and little more, on a chain that is %s, with a %s plan',
    async (chain, mode) => {
      const asked = { chainId: chains[chain], registries: both, rewinds: 0, limit: 100 };
      const requests = PLACES.flatMap((after) =>
        ASKED.map(([contract, atBlock]) => ({ ...asked, contract, atBlock, after })),
      );
      const pages = [];
      for (const request of requests) pages.push(await explainPage(request, mode));
      for (const { isFull, hasEnded, max } of MAX_READ) {
        const alike = pages.filter((page) => page.isFull === isFull && page.hasEnded === hasEnded);
        expect(alike).not.toEqual([]);
        for (const { read, paths } of alike) {
          expect(paths).toEqual(['delegation_contract']);
          expect(read, JSON.stringify({ isFull, hasEnded })).toBeLessThanOrEqual(max);
        }
      }
    },
  );
});
