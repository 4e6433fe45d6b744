import type { Checkpoint } from '@mandate/store';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadDoubts } from '../../answers/doubts.ts';
import { createServedChains } from '../../request/chains.ts';
import { createDoubtWatch } from './doubt-watch.ts';
import { writeEvents } from './event-stream.ts';
import { createLogEndWatch } from './log-ends.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a database that is away or hangs is a doubt, also while a stream waits for it', async () => {
  const hanging = new Promise<never>(() => {});
  let answer: () => Promise<Checkpoint[]> = async () => [];
  const chains = createServedChains(CONFIGURED, async () => false);
  const readDoubts = createReadDoubts({
    reader: { listCheckpoints: () => answer() },
    readModel: null,
    chains,
  });
  const codes = async () => {
    const reading = readDoubts();
    await vi.advanceTimersByTimeAsync(2_000);
    return [...(await reading).doubts.values()].map(({ code }) => code);
  };
  expect(await codes()).toEqual(['chain_not_ready']);
  answer = async () => Promise.reject(new Error('away'));
  expect(await codes()).toEqual(['database_unavailable']);
  answer = () => hanging;
  expect(await codes()).toEqual(['database_unavailable']);

  const reader = { listLogEnds: async () => [{ chainId: 1, feed: 'aaaaaaaa', changes: 1, block: 9 }] };
  const ends = createLogEndWatch(reader, { wait: () => hanging }, [1]);
  await ends.look();
  const doubts = createDoubtWatch(readDoubts);
  const ending = new AbortController();
  const stream = { chainIds: [1], places: new Map(), signal: ending.signal };
  const events = writeEvents({ listChanges: () => hanging }, { ends, doubts }, stream);
  expect(String((await events.next()).value)).toContain('"chains":[{"chainId":1,"block":9}]');
  const told = events.next();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(String((await told).value)).toContain('"code":"database_unavailable","block":null,"vault":null}');
  ending.abort();
  await events.return(undefined);
});
