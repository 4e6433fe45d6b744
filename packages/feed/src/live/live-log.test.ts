import { createRandom, pick } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { type ChangeFilter, type LoggedChange, passes, type Reader } from '@mandate/store';
import { CONTRACTS, createMovingLogs, type MovingLogs, WALLETS } from '@mandate/testing/ledger/moving-logs';
import { readSeed, size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import type { LiveChange } from './live-change.ts';
import { createLiveLog, type LiveLog } from './live-log.ts';

const STEPS = size(400, 20_000);
const LISTENERS = 40;
const CHAIN_IDS = [1, 10, 8453] as const;
/** So small that bursts overflow it. */
const LIMITS = { ring: 8, atOnce: 5, newest: 3 };

const random = createRandom(readSeed('live-log'));

/** Someone who reads a chain only when woken, and from the database where the ring says so. */
function createFollower(logs: MovingLogs, live: LiveLog, chainId: number, filter: ChangeFilter) {
  let place = { feed: '', number: 0 };
  let received: LoggedChange[] = [];
  let isDirty = false;

  function begin(): void {
    const { feed, changes } = logs.logOf(chainId);
    place = { feed, number: changes.length };
    received = [];
    isDirty = true;
  }
  begin();
  const begun = () => place.number;
  let first = begun();

  live.join({
    chainIds: [chainId],
    filter,
    wake({ change }: LiveChange) {
      // The database may have been asked before the ring had it.
      if (isDirty || change.number <= place.number) return;
      // All before it is of no concern.
      place = { ...place, number: change.number - 1 };
      isDirty = true;
    },
    reset: () => {
      isDirty = true;
    },
  });

  return {
    name: JSON.stringify({ chainId, ...filter }),
    isDirty: () => isDirty,
    takeSome(): void {
      if (!isDirty) return;
      const taken = live.take({ chainId, feed: place.feed, filter, after: place.number, most: 2 });
      const log = logs.logOf(chainId);
      if (log.feed !== place.feed || taken === 'other') {
        begin();
        first = begun();
      } else if (taken === 'behind') {
        const next = log.changes.slice(place.number).filter((change) => passes(filter, change))[0];
        if (next) received.push(next);
        place = { ...place, number: next?.number ?? log.changes.length };
        // The ring may not have come as far yet.
        isDirty = live.reached(chainId)?.number !== place.number;
      } else {
        received.push(...taken.changes.map(({ change }) => change));
        place = { ...place, number: taken.reached };
        isDirty = taken.changes.length === 2 || place.number < (live.reached(chainId)?.number ?? 0);
      }
    },
    expectAll(): void {
      const { feed, changes } = logs.logOf(chainId);
      expect(place.feed).toBe(feed);
      expect(received).toEqual(changes.slice(first).filter((change) => passes(filter, change)));
    },
  };
}

const settle = async (live: LiveLog) => {
  for (let i = 0; i < 50; i++) await live.look();
};

test('everybody gets exactly what passes their filter, through overflow, reorgs and other logs', async () => {
  const logs = createMovingLogs(random, CHAIN_IDS);
  const live = createLiveLog(logs.reader, logs.watch, CHAIN_IDS, LIMITS);
  for (const chainId of CHAIN_IDS) logs.append(chainId);
  const followers = Array.from({ length: LISTENERS }, () => {
    const filter = {
      wallets: logs.some(WALLETS),
      contracts: logs.some(CONTRACTS),
      kinds: logs.some(['all'] as const),
    };
    return createFollower(logs, live, pick(random, CHAIN_IDS), filter);
  });
  await settle(live);
  for (let step = 0; step < STEPS; step++) {
    logs.move();
    await live.look();
    for (const follower of followers) if (random() < 0.5) follower.takeSome();
  }
  await settle(live);
  for (const follower of followers) {
    for (let i = 0; follower.isDirty() && i < 10_000; i++) follower.takeSome();
    follower.expectAll();
  }
});

test('a change is read and written as text once, and wakes only those who want it, each once', async () => {
  const logs = createMovingLogs(random, CHAIN_IDS);
  let reads = 0;
  const reader = {
    ...logs.reader,
    readNewChanges: (request: Parameters<Reader['readNewChanges']>[0]) => {
      reads++;
      return logs.reader.readNewChanges(request);
    },
  };
  const live = createLiveLog(reader, logs.watch, [1]);
  logs.append(1);
  const woken: (readonly [who: string, live: LiveChange])[] = [];
  const join = (who: string, filter: ChangeFilter, chainIds = [1]) =>
    live.join({ chainIds, filter, reset: () => {}, wake: (each) => void woken.push([who, each]) });
  for (let i = 0; i < 100; i++) join('all', {});
  join('nobody', { wallets: [parseAddress(`0x${'99'.repeat(20)}`)] });
  join('elsewhere', {}, [10]);
  await settle(live);
  reads = 0;
  logs.append(1);
  const change = logs.logOf(1).changes[1];
  join('both', { wallets: change && [change.delegation.from, change.delegation.to] });
  const leave = join('gone', {});
  leave();
  logs.tell();
  await live.look();
  expect(reads).toBeLessThanOrEqual(2);
  expect(woken.map(([who]) => who).toSorted()).toEqual([...Array(100).fill('all'), 'both']);
  expect(new Set(woken.map(([, each]) => each)).size).toBe(1);
  const text = woken[0]?.[1].text();
  expect(JSON.parse(text ?? '')).toMatchObject({ id: `1-${change?.stamp}`, chainId: 1, change: 'granted' });
  expect(woken[1]?.[1].text()).toBe(text);
});
