import { createRandom, integer } from '@mandate/contracts';
import { type Delegation, grantOf, identify } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  getLogEnd,
  row,
} from '@mandate/testing/ledger/database';
import { createRandomHistory, settle } from '@mandate/testing/ledger/history';
import { size } from '@mandate/testing/size';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { type DelegationRow, readDelegation } from '../database/row.ts';
import { createReader } from '../read/reader.ts';
import { explain, listStatements, MODES } from '../read/testing/plans.ts';

const STEPS = size(60, 600);
const SEED = Number(process.env['SEED'] ?? 7);

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const { reader, openChain, write } = ledger;
afterAll(() => db.drop());

/** Lists what stands when a block has ended. */
async function listStanding(chainId: number, atBlock: number): Promise<Map<string, Delegation>> {
  const { rows } = await db.database.query<DelegationRow>(
    'select * from delegation where chain_id = $1 and since_block <= $2 and (until_block is null or until_block > $2)',
    [chainId, atBlock],
  );
  const delegations = rows.map(readDelegation);
  return new Map(delegations.map((delegation) => [identify(grantOf(delegation)), delegation]));
}

test('from the start of a block or its time, the log leads from what stood before to what stands', async () => {
  const random = createRandom(SEED);
  const chainId = await openChain();
  const history = createRandomHistory(ledger, chainId, block(0), random);
  for (let step = 0; step < STEPS; step++) {
    if (random() < 0.25) await history.rewind(integer(random, 1, 6));
    else await history.grow(integer(random, 1, 3), integer(random, 0, 6));
  }
  const { feed, changes, block: reached } = await getLogEnd(reader, chainId);
  const parts = [{ chainId, feed, after: 0, until: changes }];
  const log = (await reader.listChanges({ parts, limit: changes }))[0] ?? [];
  expect(log.filter(({ undone }) => undone).length).toBeGreaterThan(STEPS / 4);
  for (let number = 0; number <= reached + 1; number++) {
    const first = log.find((each) => each.at.block >= number)?.number ?? changes + 1;
    const start = { chainId, feed, number: first - 1, reached, firstBlock: null, firstTime: null };
    for (const moment of [{ block: number }, { time: block(number).timestamp }])
      expect(await reader.findStarts([chainId], moment)).toEqual(new Map([[chainId, start]]));
    const standing = await listStanding(chainId, number - 1);
    for (const change of log.slice(first - 1)) settle(standing, change);
    expect(standing).toEqual(history.standing());
  }
});

test('a ledger from a file has a log from its block on, and a chain that is not there has no place', async () => {
  const chainId = await openChain();
  await write(chainId, 3, row(delegate('a'), at(3)));
  await db.database.query('update chain set imported_block = 2 where chain_id = $1', [chainId]);
  const starts = await reader.findStarts([chainId, 99], { block: 3 });
  expect([...starts.keys()]).toEqual([chainId]);
  const firstTime = block(2).timestamp + 1;
  expect(starts.get(chainId)).toMatchObject({ number: 0, firstBlock: 3, firstTime });
});

/** Every second part of a log has blocks behind that a reorg or a repair wrote late. The last block is far ahead of its place. */
const CHANGES = `
  insert into change (chain_id, number, type, undone, registry, kind, from_address, to_address, contract, token_id, rights,
    block, log, tx, timestamp)
  select $2::bigint, n, 1, false, 2, 1, '\\x01', '\\x02', '', 0, '', block, 0, '\\x03', 1600000000 + block
  from generate_series(1, $1::integer) n, lateral (select case when n = 9000 then 2 * $1
    when n / 4096 % 2 = 1 and n % 100 = 0 then n - 2000 else n end as block) b`;

test('where a time or a block begins in a log takes a look at each part of it, and the numbers of one part', async () => {
  const changes = size(150_000, 1_000_000);
  const { database } = db;
  const chainId = await openChain();
  await database.query(CHANGES, [changes, chainId]);
  await database.query('update chain set changes = $1 where chain_id = $2', [changes, chainId]);
  await database.query('vacuum analyze change');
  for (const [number, first] of [
    [0, 1],
    [4_096, 4_096],
    [8_990, 8_990],
    [9_001, 9_000],
    [changes, 9_000],
  ] as const) {
    for (const moment of [{ block: number }, { time: 1_600_000_000 + number }]) {
      const use = (d: Database) => createReader(d).findStarts([chainId], moment);
      expect((await use(database)).get(chainId)).toMatchObject({ number: first - 1 });
      const [statement] = await listStatements(database, use);
      if (!statement) throw new Error('nothing was asked');
      for (const mode of MODES) {
        const { buffers } = await explain(database, statement, mode);
        expect(buffers, `buffers, ${mode} plan`).toBeLessThan((changes / 4_096) * 8 + 200);
      }
    }
  }
});
