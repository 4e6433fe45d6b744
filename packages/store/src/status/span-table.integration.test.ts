/** Records and reads the history of chains, and derives troubles from states and gaps. */

import { createRandom, integer, pick } from '@mandate/contracts';
import { block, createTestDatabase, createTestLedger } from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStatusHistoryStore, SPAN_SECONDS, type SpanState } from './span-table.ts';

const db = await createTestDatabase();
const store = createStatusHistoryStore(db.database);
const START = 1_800_000_000;
const CHAINS = [1, 10, 8453];

beforeAll(async () => {
  const { writer } = createTestLedger(db.database);
  for (const chainId of CHAINS) await writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
});
beforeEach(() => db.database.query('truncate status_span'));
afterAll(() => db.drop());

/** Writes a span of each letter: ready, indexing, lagging, tainted or silent. */
async function write(chainId: number, letters: string, start = START): Promise<void> {
  const states: Record<string, SpanState> = { r: 'ready', i: 'indexing', l: 'lagging', t: 'tainted' };
  const rows = [...letters].flatMap((letter, i) => (states[letter] ? [{ i, state: states[letter] }] : []));
  await db.database.query(
    'insert into status_span select $1, $2 + 300 * i, i, state from unnest($3::bigint[], $4::text[]) as t (i, state)',
    [chainId, start, rows.map(({ i }) => i), rows.map(({ state }) => state)],
  );
}

const read = (since = START, partSeconds = SPAN_SECONDS) =>
  store.read({ chainIds: CHAINS, since, partSeconds });

/** Lists the troubles of a chain as first and last span. */
async function listTroubles(since = START) {
  const { troubles } = await read(since);
  return troubles.map(({ chainId, from, to, hasGap, isTainted, lagSeconds }) => {
    const spans = [(from - START) / SPAN_SECONDS, (to - START) / SPAN_SECONDS - 1];
    return [chainId, ...spans, `${hasGap ? 'silent ' : ''}${isTainted ? 'tainted ' : ''}${lagSeconds}`];
  });
}

test('a span has the worst lag and state of its reports, and is removed with its chain', async () => {
  const report = (lagSeconds: number | null, state: SpanState) =>
    store.record([
      { chainId: 10, lagSeconds, state },
      { chainId: 999, lagSeconds, state },
    ]);
  await report(null, 'ready');
  await report(50, 'lagging');
  await report(20, 'ready');
  await report(2 ** 40, 'indexing');
  const { rows } = await db.database.query('select * from status_span');
  // A span may have ended between two reports.
  expect(rows.length).toBeLessThanOrEqual(2);
  expect(rows.at(-1)).toMatchObject({ chain_id: 10, lag_seconds: 2 ** 31 - 1 });
  expect(rows.map(({ state }) => state)).toContain('lagging');
  await createTestLedger(db.database).writer.forget(10);
  expect((await db.database.query('select from status_span')).rowCount).toBe(0);
  await createTestLedger(db.database).writer.open(10, block(0), { head: 0, safe: 0, finalized: 0 });
});

test('spans of more than 30 days ago are deleted', async () => {
  const now = Math.floor(Date.now() / 1_000 / SPAN_SECONDS) * SPAN_SECONDS;
  const month = 30 * 86_400;
  await write(1, 'rrrr', now - month - 2 * SPAN_SECONDS);
  await store.purge();
  const { recorded } = await read(0);
  expect(recorded).toHaveLength(1);
  expect(recorded[0]?.firstAt).toBeGreaterThanOrEqual(now - month);
});

test.each([
  ['rrrr', []],
  ['rlrr', [[1, 1, 1, '1']]],
  ['rllr', [[1, 1, 2, '2']]],
  // A gap and the time in which the chain catches up are one trouble.
  ['r--lr', [[1, 1, 3, 'silent 3']]],
  ['rltlr', [[1, 1, 3, 'tainted 3']]],
  [
    'rl-lrtr',
    [
      [1, 5, 5, 'tainted 5'],
      [1, 1, 3, 'silent 3'],
    ],
  ],
  // The first reading of a chain is no trouble. A later one is.
  ['iiirr', []],
  ['iiriir', [[1, 3, 4, '4']]],
  ['ii-ir', [[1, 2, 2, 'silent 3']]],
  ['r-', []],
])('%s', async (letters, expected) => {
  await write(1, letters);
  expect(await listTroubles()).toEqual(expected);
});

test('a gap that began before the time that is asked about begins with it', async () => {
  await write(1, 'r----lr');
  expect(await listTroubles(START + 3 * SPAN_SECONDS)).toEqual([[1, 3, 5, 'silent 5']]);
});

test('parts have the worst of their spans', async () => {
  await write(1, 'rrrrlr-r');
  const { parts, recorded } = await read(START, 4 * SPAN_SECONDS);
  const first = Math.floor(START / (4 * SPAN_SECONDS)) * 4 * SPAN_SECONDS;
  expect(recorded).toEqual([{ chainId: 1, firstAt: START, lastAt: START + 7 * SPAN_SECONDS }]);
  expect(parts.reduce((sum, { spans }) => sum + spans, 0)).toBe(7);
  for (const part of parts) {
    expect((part.from - first) % (4 * SPAN_SECONDS)).toBe(0);
    const holdsLag =
      part.from <= START + 4 * SPAN_SECONDS && START + 4 * SPAN_SECONDS < part.from + 4 * SPAN_SECONDS;
    expect(part.state).toBe(holdsLag ? 'lagging' : 'ready');
  }
});

test('troubles of random histories equal those that are found span by span', async () => {
  const random = createRandom(18);
  for (let run = 0; run < 30; run++) {
    await db.database.query('truncate status_span');
    const histories = CHAINS.map((chainId) => {
      const letters = Array.from({ length: integer(random, 1, 40) }, () =>
        pick(random, ['r', 'r', 'r', 'l', 't', '-', '-', 'i'] as const),
      ).join('');
      return { chainId, letters };
    });
    for (const { chainId, letters } of histories) await write(chainId, letters);
    const found = (await listTroubles()).map(([chainId, first, last]) => [chainId, first, last]);
    const expected = histories.flatMap(({ chainId, letters }) => findTroubles(chainId, letters));
    const sort = (rows: (string | number | undefined)[][]) => rows.map((row) => row.join(' ')).sort();
    expect(sort(found), JSON.stringify(histories)).toEqual(sort(expected));
  }
});

function findTroubles(chainId: number, letters: string): number[][] {
  const [first, last] = [letters.search(/[rlti]/), letters.search(/-*$/) - 1];
  const ready = letters.indexOf('r');
  const isBad = (i: number) => {
    const letter = letters[i] ?? '';
    if (i < first || i > last) return false;
    return letter === 'i' ? ready !== -1 && i > ready : 'lt-'.includes(letter);
  };
  const troubles: number[][] = [];
  for (let i = 0; i < letters.length; i++) {
    if (!isBad(i)) continue;
    const open = troubles.at(-1);
    if (open && open[2] === i - 1) open[2] = i;
    else troubles.push([chainId, i, i]);
  }
  return troubles;
}
