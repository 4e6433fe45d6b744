import { readChains } from '@mandate/config';
import type { SpanReport } from '@mandate/store';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StatusHistory, startStatusHistory } from './status-history.ts';

const NOW_S = 1_800_000_000;
const [chain] = readChains({
  CHAINS: '{"1": {"nodes": ["http://127.0.0.1:1"], "maxLagSeconds": 60, "maxQuietSeconds": 90}}',
});
if (!chain) throw new Error('No chain is configured.');
const log = pino({ level: 'silent' });
const marks = { head: 9, safe: 7, finalized: 6 };
const blockOf = (ageSeconds: number, number = 9) =>
  ({ number, hash: '0x09', timestamp: Math.floor(Date.now() / 1_000) - ageSeconds }) as const;
const idle = (ageSeconds: number, number?: number) =>
  ({ type: 'idle', unsettled: 0, block: blockOf(ageSeconds, number), marks }) as const;

let history: StatusHistory;
let recorded: SpanReport[];
let isDown: boolean;
let purges: number;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_S * 1_000 });
  [recorded, isDown, purges] = [[], false, 0];
  const record = async (reports: readonly SpanReport[]) => {
    if (isDown) throw new Error('The database is away.');
    recorded.push(...reports);
  };
  history = startStatusHistory({ record, purge: async () => void purges++ }, log);
});
afterEach(() => vi.useRealTimers());

/** Returns the reports of the next write. */
async function nextReports(afterMs = 10_000): Promise<SpanReport[]> {
  recorded.length = 0;
  await vi.advanceTimersByTimeAsync(afterMs);
  return [...recorded];
}

test('nothing is recorded about chains that another process follows', async () => {
  expect(await nextReports()).toEqual([]);
  history.held(chain);
  expect(await nextReports()).toEqual([]);
  history.stepped(chain, idle(0), 1);
  expect(await nextReports()).toHaveLength(1);
  history.released(chain);
  expect(await nextReports()).toEqual([]);
});

test('the age of the newest block is recorded at its highest', async () => {
  history.held(chain);
  history.stepped(chain, idle(5), 1);
  vi.setSystemTime((NOW_S + 8) * 1_000);
  history.stepped(chain, idle(0), 1);
  expect(await nextReports()).toEqual([{ chainId: 1, lagSeconds: 13, state: 'ready' }]);
  expect(await nextReports()).toEqual([{ chainId: 1, lagSeconds: 20, state: 'ready' }]);
});

test.each([
  ['a young block', () => history.stepped(chain, idle(60), 1), { lagSeconds: 70, state: 'ready' }],
  ['an old block', () => history.stepped(chain, idle(95), 1), { lagSeconds: 105, state: 'lagging' }],
  ['a backfill', () => history.stepped(chain, idle(900, 2), 1), { lagSeconds: 910, state: 'indexing' }],
  [
    'an unproved import',
    () => {
      history.stepped(chain, idle(0), 1);
      history.audited?.(chain, { type: 'proving', problem: null } as never);
    },
    { lagSeconds: 10, state: 'indexing' },
  ],
  [
    'contradicted final blocks',
    () => {
      history.stepped(chain, idle(0), 1);
      history.stepped(chain, { type: 'tainted', reason: 'x' }, 1);
    },
    { lagSeconds: 10, state: 'tainted' },
  ],
] as const)('the state of a chain with %s', async (_, act, expected) => {
  history.held(chain);
  act();
  expect(await nextReports()).toEqual([{ chainId: 1, ...expected }]);
});

test('a chain whose nodes do not answer lags, from the start or later', async () => {
  history.held(chain);
  history.failed(chain, new Error('no node'));
  expect(await nextReports(60_000)).toEqual([]);
  expect(await nextReports()).toEqual([{ chainId: 1, lagSeconds: null, state: 'lagging' }]);
  history.stepped(chain, idle(0), 1);
  const reports = await nextReports(70_000);
  expect(reports.map(({ state }) => state)).toEqual(['lagging', ...Array(5).fill('ready'), 'lagging']);
});

test('writes go on after an outage of the database, and old spans are purged each hour', async () => {
  history.held(chain);
  history.stepped(chain, idle(0), 1);
  isDown = true;
  expect(await nextReports()).toEqual([]);
  isDown = false;
  expect(await nextReports()).toHaveLength(1);
  expect(purges).toBe(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(purges).toBe(2);
  recorded.length = 0;
  await history.stop();
  expect(recorded).toHaveLength(1);
});
