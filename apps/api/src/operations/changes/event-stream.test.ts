import { createDoubtWatch, createLiveLog, createReadDoubts } from '@mandate/feed';
import type { Checkpoint } from '@mandate/store';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServedChains } from '../../request/chains.ts';
import { createEventStreams } from './event-streams.ts';

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

  const reader = {
    listLogEnds: async () => [{ chainId: 1, feed: 'aaaaaaaa', changes: 1, block: 9 }],
    readNewChanges: () => hanging,
  };
  const live = createLiveLog(reader, { wait: () => hanging }, [1]);
  await live.look();
  const doubts = createDoubtWatch(readDoubts);
  const ending = new AbortController();
  const stream = { chainIds: [1], filter: {}, places: new Map(), signal: ending.signal };
  const output = createEventStreams({ reader: { listChanges: () => hanging }, live, doubts }).open(stream);
  const texts: string[] = [];
  output.on('data', (bytes: Buffer) => texts.push(String(bytes)));
  await vi.advanceTimersByTimeAsync(10);
  expect(texts).toMatchObject([expect.stringContaining('"chains":[{"chainId":1,"block":9}]')]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(texts[1]).toContain('"code":"database_unavailable","block":null,"vault":null}');
  ending.abort();
  await vi.advanceTimersByTimeAsync(10);
  expect(output.readableEnded).toBe(true);
});
