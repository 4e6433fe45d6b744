import { setTimeout as delay } from 'node:timers/promises';
import { createReader } from '@mandate/store';
import { at, createTestDatabase, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import { createLedgerWatch } from '../../request/ledger-watch.ts';
import { createDoubtWatch } from './doubt-watch.ts';
import { writeEvents } from './event-stream.ts';
import { createLogEndWatch } from './log-ends.ts';
import { shareReads } from './log-page.ts';
import { placesAtEnd } from './places.ts';

const STREAMS = 500;
const LOOK_AGAIN_MS = 500;

const db = await createTestDatabase();
const watch = createLedgerWatch(db.url);
afterAll(async () => {
  await watch.close();
  await db.drop();
});

test(`${STREAMS} streams cost nothing while nothing changes, and one statement when something does`, async () => {
  const { openChain, write } = createTestLedger(db.database);
  const reader = createReader(db.database);
  const asked = { ends: 0, changes: 0 };
  const listLogEnds = () => {
    asked.ends++;
    return reader.listLogEnds();
  };
  const ends = createLogEndWatch({ listLogEnds }, watch, [1]);
  const listChanges = shareReads((request) => {
    asked.changes++;
    return reader.listChanges(request);
  });
  const chainId = await openChain();
  await write(chainId, 1, row(delegate('a'), at(1)));
  const places = placesAtEnd([chainId], await ends.look());
  const doubts = createDoubtWatch(async () => ({ doubts: new Map(), blocks: new Map() }));
  const ending = new AbortController();
  const texts: string[][] = Array.from({ length: STREAMS }, () => []);
  const running = texts.map(async (own) => {
    const stream = { chainIds: [chainId], places, numbers: 'number', signal: ending.signal } as const;
    for await (const bytes of writeEvents({ listChanges }, { ends, doubts }, stream)) own.push(String(bytes));
  });
  await delay(100);
  Object.assign(asked, { ends: 0, changes: 0 });
  const began = Date.now();
  for (let number = 2; number <= 11; number++) await write(chainId, number);
  await delay(LOOK_AGAIN_MS);
  // One look for every block, and what is looked for without being told.
  expect(asked.changes).toBe(0);
  expect(asked.ends).toBeLessThanOrEqual(10 + Math.ceil((Date.now() - began) / LOOK_AGAIN_MS) + 1);
  expect(texts.every(({ length }) => length === 1)).toBe(true);

  await write(chainId, 12, row(delegate('b'), at(12)));
  await expect.poll(() => texts.filter(({ length }) => length === 2).length).toBe(STREAMS);
  expect(asked.changes).toBe(1);
  expect(new Set(texts.map(([, change]) => change)).size).toBe(1);
  ending.abort();
  await Promise.all(running);
});
