import { setTimeout as delay } from 'node:timers/promises';
import { createDoubtWatch, createLedgerWatch, createLiveLog } from '@mandate/feed';
import { createReader } from '@mandate/store';
import { at, createTestDatabase, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import { createEventStreams } from './event-streams.ts';
import { placesAtEnd } from './places.ts';

const STREAMS = 500;
const LOOK_AGAIN_MS = 500;

const db = await createTestDatabase();
const watch = createLedgerWatch(db.url);
afterAll(async () => {
  await watch.close();
  await db.drop();
});

test(`${STREAMS} streams cost nothing while nothing changes, and no statement of their own when something does`, async () => {
  const { openChain, write } = createTestLedger(db.database);
  const reader = createReader(db.database);
  const asked = { looks: 0, changes: 0 };
  const readNewChanges: typeof reader.readNewChanges = (request) => {
    asked.looks++;
    return reader.readNewChanges(request);
  };
  const live = createLiveLog({ ...reader, readNewChanges }, watch, [1]);
  const listChanges: typeof reader.listChanges = (request) => {
    asked.changes++;
    return reader.listChanges(request);
  };
  const chainId = await openChain();
  await write(chainId, 1, row(delegate('a'), at(1)));
  const places = placesAtEnd([chainId], await live.look());
  const doubts = createDoubtWatch(async () => ({ doubts: new Map(), blocks: new Map() }));
  const ending = new AbortController();
  const chunks: Buffer[][] = Array.from({ length: STREAMS }, () => []);
  const streams = createEventStreams({ reader: { listChanges }, live, doubts });
  const running = chunks.map(async (own) => {
    const { signal } = ending;
    const stream = { chainIds: [chainId], filter: {}, places, numbers: 'number', signal } as const;
    for await (const bytes of streams.open(stream)) own.push(bytes);
  });
  // At first, each waits for the log that is followed for all.
  await delay(2 * 1_000);
  Object.assign(asked, { looks: 0, changes: 0 });
  const began = Date.now();
  for (let number = 2; number <= 11; number++) await write(chainId, number);
  await delay(LOOK_AGAIN_MS);
  // One look for every block, and what is looked for without being told.
  expect(asked.looks).toBeLessThanOrEqual(10 + Math.ceil((Date.now() - began) / LOOK_AGAIN_MS) + 1);
  expect(chunks.every(({ length }) => length === 1)).toBe(true);

  await write(chainId, 12, row(delegate('b'), at(12)), row(delegate('c'), at(12, 1)));
  await expect.poll(() => chunks.filter(({ length }) => length === 2).length).toBe(STREAMS);
  // They were read with the look and written, once for all of them.
  expect(asked.changes).toBe(0);
  expect(new Set(chunks.map(([, changes]) => changes)).size).toBe(1);
  ending.abort();
  await Promise.all(running);
});
