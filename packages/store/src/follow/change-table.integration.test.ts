import { readFileSync } from 'node:fs';
import { createRandom, integer } from '@mandate/contracts';
import { type Delegation, grantOf, identify, rightsFromText } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  getLogEnd,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { createRandomHistory, replay } from '@mandate/testing/ledger/history';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { type DelegationRow, readDelegation } from '../database/row.ts';
import type { Reader } from '../read/reader.ts';
import { type ChangeFilter, passes } from './change-filter.ts';
import type { LoggedChange } from './change-table.ts';

const STEPS = 300;
const SEED = Number(process.env['SEED'] ?? 7);

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const { writer, reader, openChain, write } = ledger;
afterAll(() => db.drop());

/** Reads the whole log of a chain, in parts. */
async function readLog(from: Reader, chainId: number, limit = 1_000): Promise<LoggedChange[]> {
  const { feed, changes: until } = await getLogEnd(from, chainId);
  const log: LoggedChange[] = [];
  for (let after = 0; after < until; after = log.at(-1)?.number ?? until) {
    const [part] = await from.listChanges({ parts: [{ chainId, feed, after, until }], limit });
    if (!part || part.length === 0) throw new Error(`The log of chain ${chainId} has a gap after ${after}.`);
    log.push(...part);
  }
  expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index + 1));
  expect(log).toHaveLength(until);
  return log;
}

async function listStanding(database: Database, chainId: number): Promise<Map<string, Delegation>> {
  const { rows } = await database.query<DelegationRow>(
    'select * from delegation where chain_id = $1 and until_block is null',
    [chainId],
  );
  const delegations = rows.map(readDelegation);
  return new Map(delegations.map((delegation) => [identify(grantOf(delegation)), delegation]));
}

function replayAll(changes: readonly LoggedChange[]): Map<string, Delegation> {
  const standing = new Map<string, Delegation>();
  for (const change of changes) replay(standing, change);
  return standing;
}

const nameOf = ({ type, undone, delegation, amountBefore, at }: LoggedChange) =>
  `${undone ? 'undone ' : ''}${type} ${'contract' in delegation ? delegation.contract.at(-1) : 'all'}` +
  `${'amount' in delegation ? ` ${amountBefore === null ? '' : `${amountBefore} to `}${delegation.amount}` : ''} ` +
  `at ${at.block}:${at.log}`;

describe('the log', () => {
  test('has grants, changed amounts and revocations in order, also within a block', async () => {
    const chainId = await openChain();
    const [a, a5, b] = [delegate('a'), delegate('a', { amount: 5n }), delegate('b')];
    await write(chainId, 3, row(a, at(2), at(3, 1)), row(a5, at(3, 1), at(4)), row(b, at(3), at(3, 2)));
    await write(chainId, 4, row(a5, at(3, 1), at(4)));
    const log = await readLog(reader, chainId);
    expect(log.map(nameOf)).toEqual([
      'granted a 1 at 2:0',
      'granted b 1 at 3:0',
      'amountChanged a 1 to 5 at 3:1',
      'revoked b 1 at 3:2',
      'revoked a 5 at 4:0',
    ]);
    expect(log.map(({ timestamp }) => timestamp)).toEqual([2, 3, 3, 3, 4].map((n) => block(n).timestamp));
    expect(log[0]?.at.tx).toBe(at(2).tx);
  });

  test('has the changes that a rewind undid, newest first, and continues', async () => {
    const chainId = await openChain();
    const [a, a5, b] = [delegate('a'), delegate('a', { amount: 5n }), delegate('b')];
    await write(chainId, 1, row(b, at(1)));
    await write(chainId, 3, row(a, at(2), at(3)), row(a5, at(3)), row(b, at(1), at(3, 1)));
    await writer.rewind(chainId, block(3), block(1));
    await write(chainId, 2, row(a5, at(2)));
    expect((await readLog(reader, chainId)).map(nameOf)).toEqual([
      'granted b 1 at 1:0',
      'granted a 1 at 2:0',
      'amountChanged a 1 to 5 at 3:0',
      'revoked b 1 at 3:1',
      'undone revoked b 1 at 3:1',
      'undone amountChanged a 1 to 5 at 3:0',
      'undone granted a 1 at 2:0',
      'granted a 5 at 2:0',
    ]);
  });

  test('never has an end before its beginning, even if the inferred end has an earlier log position', async () => {
    const chainId = await openChain();
    const a = delegate('a', { registry: 'v1', kind: 'contract' });
    await write(chainId, 3, row(a, at(3, 4), at(3, 3, true)));
    await writer.rewind(chainId, block(3), block(2));
    expect((await readLog(reader, chainId)).map(nameOf)).toEqual([
      'granted a at 3:4',
      'revoked a at 3:3',
      'undone revoked a at 3:3',
      'undone granted a at 3:4',
    ]);
  });

  test('continues through a rebuild, and starts again after the chain was forgotten', async () => {
    const chainId = await openChain();
    await write(chainId, 2, row(delegate('a'), at(1)), row(delegate('b'), at(2)));
    await writer.taint(chainId, block(2), 'a block that was final has changed');
    await writer.rebuild(chainId, block(0));
    const log = await readLog(reader, chainId);
    expect(log.map(nameOf).slice(2)).toEqual(['undone granted b 1 at 2:0', 'undone granted a 1 at 1:0']);
    const { feed } = await getLogEnd(reader, chainId);
    const part = { chainId, feed, after: 0, until: 4 };
    expect(await reader.listChanges({ parts: [part, { ...part, until: 5 }], limit: 9 })).toEqual([log, null]);
    await writer.forget(chainId);
    expect(await reader.listChanges({ parts: [part], limit: 9 })).toEqual([null]);
    await writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
    expect(await getLogEnd(reader, chainId)).toMatchObject({
      changes: 0,
      feed: expect.not.stringMatching(feed),
    });
    expect(await reader.listChanges({ parts: [part], limit: 9 })).toEqual([null]);
  });

  test('is filtered by lists of wallets on either side, contracts, registries, kinds and rights', async () => {
    const chainId = await openChain();
    const { vault, hot, other } = wallets;
    const rights = rightsFromText('mint');
    const grants = [
      delegate('a'),
      delegate('b', { from: hot, to: other }),
      delegate('a', { from: other, to: vault, kind: 'all', rights }),
      delegate('b', { registry: 'v1', from: hot, to: other, kind: 'contract' }),
    ];
    await write(chainId, 1, ...grants.map((grant, log) => row(grant, at(1, log))));
    const log = await readLog(reader, chainId);
    const { feed, changes: until } = await getLogEnd(reader, chainId);
    const [a] = grants;
    const contract = a && 'contract' in a ? a.contract : vault;
    const cases: [ChangeFilter, number[]][] = [
      [{}, [1, 2, 3, 4]],
      [{ wallets: [vault] }, [1, 3]],
      [{ wallets: [hot, vault] }, [1, 2, 3, 4]],
      [{ wallets: [] }, []],
      // A delegation of a whole wallet touches every contract.
      [{ contracts: [contract] }, [1, 3]],
      [{ contracts: [contract], wallets: [other] }, [3]],
      [{ registries: ['v1'] }, [4]],
      [{ kinds: ['all', 'contract'] }, [3, 4]],
      // Full rights touch all rights.
      [{ rights: [rights] }, [1, 2, 3, 4]],
      [{ rights: [rightsFromText('burn')] }, [1, 2, 4]],
    ];
    for (const [filter, numbers] of cases) {
      const parts = [{ chainId, feed, after: 0, until }];
      const [found] = await reader.listChanges({ parts, limit: 9, ...filter });
      expect({ filter, numbers: found?.map(({ number }) => number) }).toEqual({ filter, numbers });
      expect(log.filter((change) => passes(filter, change))).toEqual(found);
    }
    const parts = [{ chainId, feed, after: 1, until }];
    expect(await reader.listChanges({ parts, limit: 9, contracts: [contract] })).toMatchObject([
      [{ number: 3 }],
    ]);
  });

  test(`replays to the standing delegations after each of ${STEPS} random commits and rewinds`, async () => {
    const random = createRandom(SEED);
    const chainId = await openChain();
    const history = createRandomHistory(ledger, chainId, block(0), random);
    const standing = new Map<string, Delegation>();
    let read = 0;
    for (let step = 0; step < STEPS; step++) {
      if (random() < 0.25) await history.rewind(integer(random, 1, 6));
      else await history.grow(integer(random, 1, 3), integer(random, 0, 6));
      const { feed, changes: until } = await getLogEnd(reader, chainId);
      const [part] = await reader.listChanges({
        parts: [{ chainId, feed, after: read, until }],
        limit: 10_000,
      });
      for (const change of part ?? []) {
        expect(change.number).toBe(++read);
        replay(standing, change);
      }
      expect(standing).toEqual(history.standing());
      expect(standing).toEqual(await listStanding(db.database, chainId));
    }
    const log = await readLog(reader, chainId, 100);
    expect(replayAll(log)).toEqual(standing);
    for (const type of ['granted', 'amountChanged', 'revoked'])
      for (const undone of [false, true])
        expect(log.filter((each) => each.type === type && each.undone === undone).length).toBeGreaterThan(10);
  });
});

/** Copies rows into a table that may lack some of their columns. */
async function copyTable(from: Database, to: Database, table: string): Promise<void> {
  const { rows } = await from.query<{ all: string }>(`select jsonb_agg(t)::text as all from ${table} t`);
  await to.query(
    `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
    [rows[0]?.all],
  );
  if (table === 'delegation')
    await to.query("select setval('delegation_id_seq', (select max(id) from delegation))");
}

test('a ledger from before the log gets one that replays to the standing delegations', async () => {
  const random = createRandom(SEED);
  const recent = await createTestDatabase();
  const old = await createTestDatabase({ migrated: false });
  const written = createTestLedger(recent.database);
  const chains = [await written.openChain(), await written.openChain()];
  const histories = chains.map((chainId) => createRandomHistory(written, chainId, block(0), random));
  for (const history of histories) {
    for (let step = 0; step < 40; step++) await history.grow(2, 4);
    await history.rewind(5);
  }
  for (const chainId of chains) {
    const next = ((await written.writer.findCheckpoint(chainId))?.block.number ?? 0) + 1;
    // An inferred end may have an earlier log position than the beginning.
    const inferred = row(delegate('e', { registry: 'v1', kind: 'contract' }), at(next, 4), at(next, 3, true));
    await written.write(chainId, next, inferred);
  }
  const migrations = [
    '0001-ledger.sql',
    '0002-pinned-lists.sql',
    '0003-accounts.sql',
    '0004-cursor-secret.sql',
  ];
  await old.database.query(
    'create table migration (name text primary key, ran_at timestamptz default now())',
  );
  for (const name of migrations) {
    await old.database.query(readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8'));
    await old.database.query('insert into migration (name) values ($1)', [name]);
  }
  for (const table of ['chain', 'block', 'delegation']) await copyTable(recent.database, old.database, table);
  // A later migration would reopen inferred ends that are not final.
  await old.database.query('update chain set finalized_number = block_number');
  expect((await migrate(old.database))[0]).toBe('0005-history.sql');
  await old.database.query('update chain set finalized_number = 0');

  const { reader, write, writer } = createTestLedger(old.database);
  for (const [index, chainId] of chains.entries()) {
    const log = await readLog(reader, chainId);
    const types = new Set(log.map(({ type, undone }) => `${type} ${undone}`));
    expect([...types].toSorted()).toEqual(['amountChanged false', 'granted false', 'revoked false']);
    expect(log.every(({ timestamp }) => timestamp === null)).toBe(true);
    expect(replayAll(log)).toEqual(histories[index]?.standing());
    // The log contains only what happened.
    const happened = new Set((await readLog(written.reader, chainId)).map(nameOf));
    expect(log.map(nameOf).filter((name) => !happened.has(name))).toEqual([]);

    const head = (await writer.findCheckpoint(chainId))?.block ?? block(0);
    const next = head.number + 1;
    expect((await reader.findStarts([chainId], { time: 0 })).get(chainId)).toMatchObject({
      firstBlock: null,
      firstTime: head.timestamp + 1,
    });
    await write(chainId, next, row(delegate('f'), at(next)));
    await writer.rewind(chainId, block(next), head);
    const [before] = (await writer.listReplaceable(chainId)).filter(({ number }) => number < head.number - 3);
    await writer.rewind(chainId, head, before ?? head);
    const longer = await readLog(reader, chainId);
    expect(longer[log.length]?.timestamp).toBe(block(next).timestamp);
    expect(longer.length).toBeGreaterThan(log.length + 5);
    expect(replayAll(longer)).toEqual(await listStanding(old.database, chainId));
  }
  await Promise.all([recent.drop(), old.drop()]);
});
