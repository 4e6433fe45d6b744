import { createTestDatabase } from '@mandate/testing/ledger/database';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createNodeStore, type NodeReport } from './node-table.ts';

const db = await createTestDatabase();
const store = createNodeStore(db.database);
afterAll(() => db.drop());
beforeEach(() => db.database.query('truncate node_state, node_calls'));

const today = new Date().toISOString().slice(0, 10);
const quiet = { outvoted: 0, outvotedAt: null, error: null, errorAt: null, latencyMs: null };
const state = (node: string, more: Partial<NodeReport> = {}): NodeReport => ({
  chainId: 1,
  node,
  head: 7,
  vote: 'agreed',
  ...quiet,
  ...more,
});

test('counts of several reports add up, and fields that a report leaves out stay', async () => {
  const at = new Date('2026-01-02T03:04:05Z');
  await store.report(
    today,
    [state('a', { outvoted: 2, outvotedAt: at, error: 'refused', errorAt: at, latencyMs: 30 })],
    [],
  );
  await store.report(today, [state('a', { head: null, vote: 'behind', outvoted: 1 })], []);
  expect(await store.list()).toEqual([
    {
      chainId: 1,
      node: 'a',
      head: 7,
      vote: 'behind',
      outvoted: 3,
      outvotedAt: at,
      error: 'refused',
      errorAt: at,
      latencyMs: 30,
      callsToday: 0,
      ageMs: expect.any(Number),
    },
  ]);
});

test('a node that is missing from the report of its chain is removed; nodes of other chains stay', async () => {
  await store.report(today, [state('a'), state('b'), state('c', { chainId: 10 })], []);
  await store.report(today, [state('b'), state('d')], []);
  expect((await store.list()).map(({ chainId, node }) => [chainId, node])).toEqual([
    [1, 'b'],
    [1, 'd'],
    [10, 'c'],
  ]);
});

test('calls are counted by day, and a report returns the earlier calls of its day and month', async () => {
  const calls = (day: string, count: number, chainId = 1) => ({ chainId, node: 'a', day, calls: count });
  expect(await store.report('2026-02-28', [], [calls('2026-02-27', 3), calls('2026-02-28', 5)])).toEqual([]);
  await store.report(
    '2026-02-28',
    [],
    [calls('2026-02-28', 5), calls('2026-01-31', 9), calls('2026-02-01', 4, 10)],
  );
  expect(await store.report('2026-02-28', [], [])).toEqual([
    { chainId: 1, node: 'a', today: 10, month: 13 },
    { chainId: 10, node: 'a', today: 0, month: 4 },
  ]);
  expect(await store.report('2026-03-01', [], [])).toEqual([]);
});

test('shows the calls of today', async () => {
  await store.report(today, [state('a'), state('b')], [{ chainId: 1, node: 'a', day: today, calls: 12 }]);
  expect((await store.list()).map(({ node, callsToday }) => [node, callsToday])).toEqual([
    ['a', 12],
    ['b', 0],
  ]);
});

test('calls are kept for 13 months, and unreported nodes for one', async () => {
  const { rows } = await db.database.query<{ old: string; kept: string }>(
    "select (now() - interval '14 months')::date::text as old, (now() - interval '12 months')::date::text as kept",
  );
  const [{ old, kept } = { old: '', kept: '' }] = rows;
  await store.report(
    today,
    [state('a'), state('b')],
    [old, kept].map((day) => ({ chainId: 1, node: 'a', day, calls: 1 })),
  );
  await db.database.query("update node_state set updated_at = now() - interval '40 days' where node = 'a'");
  await store.purge();
  const { rows: days } = await db.database.query('select day::text from node_calls');
  expect(days).toEqual([{ day: kept }]);
  expect((await store.list()).map(({ node }) => node)).toEqual(['b']);
});
