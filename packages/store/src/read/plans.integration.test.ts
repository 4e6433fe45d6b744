/** Tests how few of very many rows each statement reads, under both kinds of plan. */
import { createDelegation, grantOf, type Kind, parseAddress, rightsFromText } from '@mandate/core';
import { createTestDatabase, delegate, type TestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger, insertRows } from '@mandate/testing/ledger/many-rows';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuditRecords } from '../audit/audit-records.ts';
import type { Database } from '../database/database.ts';
import { createWriter } from '../write/writer.ts';
import type { ListRequest } from './list.ts';
import { createReader } from './reader.ts';
import { explain, listStatements, MODES, type Use } from './testing/plans.ts';

const numbered = (side: string, n: number) => parseAddress(`0x${side}${n.toString(16).padStart(38, '0')}`);
const sender = (n: number) => numbered('aa', n);
const receiver = (n: number) => numbered('bb', n);
const [popular, fan] = [receiver(0), sender(17_637 * 7)];
const [cold, hot] = [sender(600_000), receiver(600_000)];
const [quitter, spammed] = [sender(650_000), receiver(650_000)];

/** A million rows, or every seventh of them and all that a rewind undoes. */
const EVERY = size(7, 1);
const isKept = `n % ${EVERY} = 0`;

/**
 * `popular` has 500,000 incoming rows. `cold` gave `hot` 176,000 different grants, and 4,000 times each of the six
 * that satisfy one question. All grants from `quitter` to `spammed` have ended. The other wallets are ordinary. Chain
 * 2 has far higher block numbers than chain 1.
 */
const ROWS = `
  select 1 as chain_id, 2 as registry, (array[1, 2, 4, 5, 6])[1 + n % 5] as kind, n as "from", 0 as "to",
    n as thing, '' as rights, n as since, case when n % 20 = 0 then n + 1000 end as until
  from generate_series(1, 500000) n where ${isKept}
  union all
  select 1, 1 + n % 2, (array[[2, 3], [4, 6]])[1 + n % 2][1 + n / 2 % 2], 600000, 600000,
    n, '', n * 5, case when n % 20 = 0 then n * 5 + 1000 end
  from generate_series(1, 176000) n where ${isKept} or n > 170000
  union all
  select 1, 2, kind, 600000, 600000, 0, rights, n * 100, case when n < 4000 then (n + 1) * 100 end
  from generate_series(1, 4000) n, unnest(array[1, 2, 6]) kind, unnest(array['', '636c61696d']) rights
  union all
  select 1, 1 + n % 2, 2, 650000, 650000, n, '', n, n + 10 from generate_series(1, 40000) n where ${isKept}
  union all
  select chain_id, 1 + n % 2, (array[[2, 3], [4, 5]])[1 + n % 2][1 + n / 2 % 2], 700000 + n % 5000,
    700000 + n % 4001, n, '', since, case when n % 20 = 0 then since + 1000 end
  from generate_series(1, 260000) n, lateral (select (array[1, 2, 2, 3])[1 + n % 4] as chain_id) c,
    lateral (select case when chain_id = 2 then 300000000 else 0 end + n as since) s
  where ${isKept} or n > 255000`;
/** Inserted after the statistics were collected, so they know neither chain 4 nor the end of chain 2. */
const NEW_ROWS = `
  select chain_id, 2 as registry, 2 as kind, 600000 as "from", 600000 as "to", n as thing, '' as rights,
    case chain_id when 2 then 300260000 else 0 end + n as since, null::integer as until
  from generate_series(1, 20000) n, unnest(array[2, 4]) chain_id`;
const NOW = 900_000;
const PAST = 250_000;
const block = (number: number) => ({ number, hash: `0x${'00'.repeat(32)}` as const, timestamp: 0 });
const marks = { head: NOW, safe: NOW, finalized: 0 };

/** A chain, its checkpoint, and the block that it goes back to. */
const REWINDS = [
  [1, NOW, 879_500],
  [2, 300_000_000 + NOW, 300_279_900],
  [3, NOW, 259_600],
  [4, NOW, 19_900],
] as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const writer = createWriter(db.database);
  for (const [chainId, last, to] of REWINDS) {
    await writer.open(chainId, block(last), marks);
    await db.database.query(
      `insert into block (chain_id, number, hash, timestamp, anchor)
       select chain_id, $2, block_hash, 0, false from chain where chain_id = $1`,
      [chainId, to],
    );
  }
  await fillLedger(db.database, ROWS);
  await db.database.query(insertRows(NEW_ROWS));
});
afterAll(() => db.drop());

interface Bounds {
  readonly paths: readonly string[];
  readonly read: number;
  readonly buffers?: number;
}

/** Explains every statement of this use that reads delegations, under both kinds of plan. */
async function expectReads(use: Use, ...bounds: Bounds[]): Promise<void> {
  const statements = await listStatements(db.database, use);
  const reading = statements.filter(({ text }) => /\b(from|update) delegation\b/.test(text));
  expect(reading).toHaveLength(bounds.length);
  for (const [i, statement] of reading.entries()) {
    for (const mode of MODES) {
      const plan = await explain(db.database, statement, mode);
      expect(plan).toMatchObject({ paths: bounds[i]?.paths });
      expect(plan.read, `rows, ${mode} plan`).toBeLessThanOrEqual(bounds[i]?.read ?? 0);
      expect(plan.buffers, `buffers, ${mode} plan`).toBeLessThan(bounds[i]?.buffers ?? 1e9);
    }
  }
}

const thing = { contract: numbered('cc', 0), tokenId: 0n, amount: 1n, rights: rightsFromText('claim') };
const ask = (registry: 'v1' | 'v2', kind: Kind, from = cold, to = hot) =>
  grantOf(createDelegation({ registry, kind, from, to, ...thing }));

describe.each([
  ['now', undefined],
  ['at a past block', PAST],
] as const)('a check %s', (_, atBlock) => {
  const bounds = { paths: ['delegation_grant'], read: 6, buffers: 60 };
  const find = (question: ReturnType<typeof ask>, chainId = 1) =>
    expectReads((d) => createReader(d).findSatisfying(chainId, question, atBlock), bounds);

  test.each([
    ...(['all', 'contract', 'token'] as const).map((kind) => ['v1', kind] as const),
    ...(['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const).map((kind) => ['v2', kind] as const),
  ])('reads no more rows of %s %s than there are candidates', async (registry, kind) => {
    await find(ask(registry, kind));
    await find(ask(registry, kind, fan, popular));
    await find(ask(registry, kind, quitter, spammed));
    await find(ask(registry, kind, sender(1), receiver(1)));
  });

  test('finds all six candidates, each of which has 4,000 rows', async () => {
    const answer = await createReader(db.database).findSatisfying(1, ask('v2', 'erc1155'), atBlock);
    expect(answer?.found).toHaveLength(6);
  });

  test('reads no more per check when many run at once', () => {
    const many = Array.from({ length: 60 }, (_, i) => ask('v2', 'erc721', sender(i), i % 2 ? popular : hot));
    const together = (d: Database) => {
      const { findSatisfying } = createReader(d);
      return Promise.all(many.map((question, i) => findSatisfying(1 + (i % 4), question, atBlock)));
    };
    return expectReads(together, { paths: ['delegation_grant'], read: 60 * 6, buffers: 60 * 60 });
  });

  test('is as cheap on a chain that the statistics do not know', () => find(ask('v2', 'erc1155'), 4));
});

describe('a strict check', () => {
  const SINCE = NOW - 200;
  const pairs = [
    [cold, hot],
    [fan, popular],
    [quitter, spammed],
    [sender(1), receiver(1)],
  ] as const;

  /** Counts the rows that began since, for the six grants that satisfy a question. */
  async function countSince([from, to]: (typeof pairs)[number]): Promise<number> {
    const { rows } = await db.database.query<{ count: number }>(
      `select count(*) as count from delegation where chain_id = 1 and from_address = $1 and to_address = $2
       and since_block > $3`,
      [...[from, to].map((wallet) => Buffer.from(wallet.slice(2), 'hex')), SINCE],
    );
    return rows[0]?.count ?? 0;
  }

  test.each(pairs)(
    'from %s to %s reads the rows since the safe block, and one row before it',
    async (...pair) => {
      const read = 6 * 2 + (await countSince(pair));
      const question = ask('v2', 'erc1155', ...pair);
      await expectReads((d) => createReader(d).findSatisfying(1, question, NOW, SINCE), {
        paths: ['delegation_grant'],
        read,
        buffers: 200 + 2 * read,
      });
    },
  );
});

describe.each(['from', 'to'] as const)('a page of 100 of the list %s a wallet', (direction) => {
  const [full, ended] = direction === 'from' ? [cold, quitter] : [hot, spammed];
  const asked = { chainId: 1, registry: 'v2', direction, wallet: full, limit: 100 } as const;
  const expectPage = (page: Partial<ListRequest>, read: number) =>
    expectReads((d) => createReader(d).list({ ...asked, ...page }), {
      paths: [
        `delegation_${direction}_live`,
        ...['since', 'until'].map((end) => `delegation_${direction}_node_${end}`),
      ],
      read,
      buffers: read + 20 + (page.atBlock === undefined ? 0 : 4 * 42),
    });
  const after = { block: 200_000, log: 3 };

  test.each([{}, { after }])('of now reads 100 rows: %j', async (page) => {
    for (const registry of ['v1', 'v2'] as const) await expectPage({ ...page, registry }, 100);
    if (direction === 'to') await expectPage({ ...page, wallet: popular }, 100);
  });

  test.each([{}, { after }])(
    'at a past block also reads rows that stood then and ended since: %j',
    async (page) => {
      const wallets = direction === 'to' ? [full, popular] : [full];
      for (const [wallet, registry] of wallets.flatMap((w) => [[w, 'v1'] as const, [w, 'v2'] as const])) {
        for (const atBlock of [PAST, NOW - 30_000]) {
          const { rows } = await db.database.query<{ ended: number }>(
            `select count(*) as ended from delegation where chain_id = 1 and registry = $1
           and ${direction}_address = $2 and since_block <= $3 and until_block > $3`,
            [registry === 'v1' ? 1 : 2, Buffer.from(wallet.slice(2), 'hex'), atBlock],
          );
          await expectPage({ ...page, atBlock, registry, wallet }, 100 + (rows[0]?.ended ?? 0));
        }
      }
    },
  );

  test('with first grants makes one more search a row, however often each was given again', async () => {
    const wallets = direction === 'to' ? [full, popular] : [full];
    for (const wallet of wallets) {
      await expectReads((d) => createReader(d).list({ ...asked, wallet, withFirst: true }), {
        paths: [
          `delegation_${direction}_live`,
          ...['since', 'until'].map((end) => `delegation_${direction}_node_${end}`),
          'delegation_grant',
        ].toSorted(),
        read: 200,
        buffers: 1_000,
      });
    }
  });

  test('of now reads no ended rows', async () => {
    for (const registry of ['v1', 'v2'] as const) await expectPage({ registry, wallet: ended }, 0);
  });

  test.each([{}, { atBlock: 900_000_000 }])(
    'reads no rows of other wallets past the end of the list: %j',
    async (page) => {
      const [long, other] = direction === 'from' ? [cold, sender(700_001)] : [popular, receiver(700_001)];
      await expectPage({ ...page, wallet: long, after: { block: 880_000, log: 9 } }, 0);
      await expectPage({ ...page, chainId: 2, wallet: other, after: { block: 300_260_000, log: 9 } }, 0);
    },
  );
});

describe('the writer', () => {
  const paths = ['delegation_from_live', 'delegation_grant'];

  test.each([
    [1, 1],
    [500, 50],
    [5_000, 1_000],
    [1, 5_000],
  ])('looks for %i grants and those of %i wallets without reading others', (grants, wallets) => {
    const asked = Array.from({ length: grants }, (_, i) => ask('v2', 'all', sender(i * 35 + 35), popular));
    const grantors = Array.from({ length: wallets }, (_, i) => sender(700_000 + i));
    const read = grants + wallets * 20;
    return expectReads((d) => createWriter(d).listLive(1, asked, grantors), { paths, read });
  });

  test('reads no ended rows of a wallet', () =>
    expectReads((d) => createWriter(d).listLive(1, [], [quitter]), { paths, read: 0 }));

  test.each(REWINDS)('rewinds chain %i by reading only the 100 rows to undo', (chainId, last, to) =>
    expectReads(
      (d) => createWriter(d).rewind(chainId, block(last), block(to)),
      { paths: ['delegation_pkey', 'delegation_since', 'delegation_until'], read: 200 },
      { paths: ['delegation_since'], read: 100 },
      { paths: ['delegation_until'], read: 100 },
    ),
  );

  test('plans a rewind for few rows, so that the plan stays the same when the table grows', async () => {
    const statements = await listStatements(db.database, (d) =>
      createWriter(d).rewind(1, block(NOW), block(879_500)),
    );
    for (const statement of statements.filter(({ text }) => text.includes('delegation'))) {
      expect((await explain(db.database, statement, 'generic')).expected).toBeLessThan(10_000);
    }
  });

  test('ends rows by their number', () => {
    const until = { block: NOW + 1, log: 0, tx: block(0).hash, inferred: false };
    const ended = Array.from({ length: 1_000 }, (_, i) => ({
      id: 2 * i + 1,
      delegation: delegate(`${i}`),
      since: { block: 0, log: 0 },
      until,
    }));
    const batch = { parent: block(NOW), block: block(NOW + 1), begun: [], ended, marks };
    const blocks = { replaceable: [], eventful: [], uncertain: [] };
    const bounds = { paths: ['delegation_pkey'], read: 1_000 };
    return expectReads((d) => createWriter(d).commit(1, { ...batch, ...blocks, state: 'following' }), bounds);
  });
});

test('the checkpoint is read without delegations', async () => {
  const [statement] = await listStatements(db.database, (d) => createWriter(d).findCheckpoint(1));
  if (!statement) throw new Error('nothing was asked');
  for (const mode of MODES) {
    const { paths, read, buffers } = await explain(db.database, statement, mode);
    expect({ paths, read }).toEqual({ paths: [], read: 0 });
    expect(buffers).toBeLessThan(10);
  }
});

test('whether a vault under audit names a wallet takes one row, however many rows either has', async () => {
  await db.database.query(
    'insert into audit_marks (chain_id, registry, vault) values (1, 2, $1), (1, 2, $2)',
    [Buffer.from(cold.slice(2), 'hex'), Buffer.from(quitter.slice(2), 'hex')],
  );
  for (const wallet of [hot, popular, spammed, receiver(1)]) {
    const bounds = { paths: ['delegation_grant'], read: 1, buffers: 30 };
    await expectReads((d) => createAuditRecords(d).isNamed(1, 'v2', wallet), bounds);
  }
  expect(await createAuditRecords(db.database).isNamed(1, 'v2', hot)).toBe(true);
  expect(await createAuditRecords(db.database).isNamed(1, 'v2', popular)).toBe(false);
});
