import { createTestDatabase } from '@mandate/testing/ledger/database';
import { afterAll, expect, test } from 'vitest';
import { createLocks } from './locks.ts';

const db = await createTestDatabase();
const [ours, theirs] = [createLocks(db.url), createLocks(db.url)];
afterAll(async () => {
  await Promise.all([ours.close(), theirs.close()]);
  await db.drop();
});

const LARGE = [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, 9_999_999_999];

test.each(LARGE)('chain %i is followed by one process at a time', async (chainId) => {
  await ours.hold(chainId, AbortSignal.timeout(5_000), () => {});
  const waiting = new AbortController();
  const problem = await new Promise((resolve) => {
    theirs.hold(chainId, waiting.signal, resolve).catch(() => {});
  });
  waiting.abort();
  expect(problem).toBeNull();
});

test('chains whose ids share their last 32 bits do not wait for each other', async () => {
  await ours.hold(7, AbortSignal.timeout(5_000), () => {});
  const held = await theirs.hold(7 + 2 ** 32, AbortSignal.timeout(5_000), () => {});
  expect(held.aborted).toBe(false);
});
