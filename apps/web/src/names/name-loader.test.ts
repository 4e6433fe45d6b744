import type { AddressNames, NameQuestion } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import { createNameLoader } from './name-loader.ts';

const questionOf = (index: number): NameQuestion => ({
  chainId: 1,
  address: `0x${index.toString(16).padStart(40, '0')}`,
});
const answerTo = ({ chainId, address }: NameQuestion): AddressNames => ({
  chainId,
  address,
  tokenId: null,
  known: true,
  isContract: false,
  ensName: `${Number(address)}.eth`,
  contract: null,
  token: null,
  account: null,
});

const FAILURE_WAIT_MS = 60;

/** A service that answers when it is told to. */
function listen() {
  const calls: { of: readonly NameQuestion[]; answer: () => void; fail: (reason: Error) => void }[] = [];
  const load = createNameLoader({
    waitMs: 1,
    busyWaitMs: 2,
    failureWaitMs: () => FAILURE_WAIT_MS,
    ask: (of) =>
      new Promise((resolve, reject) => {
        calls.push({ of, answer: () => resolve(of.map(answerTo)), fail: reject });
      }),
  });
  return { calls, load };
}

const { signal } = new AbortController();

test('100 questions are 4 calls, of which 2 run at once', async () => {
  const { calls, load } = listen();
  const names = Array.from({ length: 100 }, (_, i) => load(questionOf(i), signal));
  await expect.poll(() => calls.length).toBe(2);
  expect(calls.map(({ of }) => of.length)).toEqual([25, 25]);
  calls[0]?.answer();
  await expect.poll(() => calls.length).toBe(3);
  calls[1]?.answer();
  calls[2]?.answer();
  await expect.poll(() => calls.length).toBe(4);
  calls[3]?.answer();
  const found = await Promise.all(names);
  expect(found.map(({ ensName }) => ensName)).toEqual(Array.from({ length: 100 }, (_, i) => `${i}.eth`));
});

test('five tokens share a call, and the others wait while addresses go on', async () => {
  const { calls, load } = listen();
  const tokens = Array.from({ length: 8 }, (_, i) => load({ ...questionOf(1), tokenId: BigInt(i) }, signal));
  const names = Array.from({ length: 3 }, (_, i) => load(questionOf(i), signal));
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.of.map(({ tokenId }) => tokenId)).toEqual([
    0n,
    1n,
    2n,
    3n,
    4n,
    undefined,
    undefined,
    undefined,
  ]);
  calls[0]?.answer();
  await Promise.all([...tokens.slice(0, 5), ...names]);
  const later = load(questionOf(9), signal);
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.of).toEqual([questionOf(9)]);
  calls[1]?.answer();
  await later;
});

test('a question that nobody waits for is not sent', async () => {
  const { calls, load } = listen();
  const gone = new AbortController();
  const left = load(questionOf(1), gone.signal);
  const kept = load(questionOf(2), signal);
  gone.abort();
  await expect(left).rejects.toBe(gone.signal.reason);
  await expect.poll(() => calls.length).toBe(1);
  expect(calls[0]?.of).toEqual([questionOf(2)]);
  calls[0]?.answer();
  expect((await kept).ensName).toBe('2.eth');
});

test('a failed call fails its questions only', async () => {
  const { calls, load } = listen();
  const failed = load(questionOf(1), signal);
  await expect.poll(() => calls.length).toBe(1);
  const later = load(questionOf(2), signal);
  await expect.poll(() => calls.length).toBe(2);
  calls[0]?.fail(new Error('no'));
  await expect(failed).rejects.toThrow('no');
  calls[1]?.answer();
  expect((await later).ensName).toBe('2.eth');
});

test('after a failed call, the next one waits', async () => {
  const { calls, load } = listen();
  const failed = load(questionOf(1), signal);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.fail(new Error('no'));
  await expect(failed).rejects.toThrow('no');
  const failedAtMs = performance.now();
  const later = load(questionOf(2), signal);
  await expect.poll(() => calls.length).toBe(2);
  // Timers may be a millisecond early.
  expect(performance.now() - failedAtMs).toBeGreaterThan(FAILURE_WAIT_MS - 5);
  calls[1]?.answer();
  expect((await later).ensName).toBe('2.eth');
});
