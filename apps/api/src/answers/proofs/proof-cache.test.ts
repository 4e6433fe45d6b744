import { createGrant, FULL_RIGHTS, parseAddress, type Question } from '@mandate/core';
import { expect, test } from 'vitest';
import { createProofCache } from './proof-cache.ts';
import type { ProvenAnswer } from './prove-question.ts';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const questionOf = (n: number): Question =>
  createGrant({ registry: 'v2', kind: 'all', from: address(n), to: address(1), rights: FULL_RIGHTS });
const proven = (number: number, nodeBytes: number): ProvenAnswer => ({
  answer: true,
  block: { number, hash: `0x${'ab'.repeat(32)}`, timestamp: 1 },
  registry: address(2),
  header: '0xf9',
  slots: [],
  nodes: [`0x${'00'.repeat(nodeBytes)}`],
});

test('keeps proofs by chain, block and question', () => {
  const cache = createProofCache();
  const one = proven(5, 100);
  cache.add(1, questionOf(1), one);
  expect(cache.find(1, 5, questionOf(1))).toBe(one);
  expect(cache.find(10, 5, questionOf(1))).toBeNull();
  expect(cache.find(1, 6, questionOf(1))).toBeNull();
  expect(cache.find(1, 5, questionOf(2))).toBeNull();
});

test('never takes more than its bytes, and forgets what was not asked for the longest', () => {
  const maxBytes = 10_000;
  const cache = createProofCache(maxBytes);
  for (let n = 0; n < 100; n++) {
    cache.add(1, questionOf(n), proven(5, 500));
    expect(cache.bytes()).toBeLessThanOrEqual(maxBytes);
    // The first is asked for all the time.
    expect(cache.find(1, 5, questionOf(0))).not.toBeNull();
  }
  const kept = Array.from({ length: 100 }, (_, n) => n).filter((n) => cache.find(1, 5, questionOf(n)));
  expect(kept.length).toBeGreaterThan(3);
  expect(kept).toEqual([0, ...Array.from({ length: kept.length - 1 }, (_, i) => 101 - kept.length + i)]);
});

test('an entry that is replaced counts once, and one that is too large is not kept', () => {
  const cache = createProofCache(10_000);
  cache.add(1, questionOf(1), proven(5, 500));
  const bytes = cache.bytes();
  expect(bytes).toBeGreaterThan(1_000);
  cache.add(1, questionOf(1), proven(5, 500));
  expect(cache.bytes()).toBe(bytes);
  cache.add(1, questionOf(1), proven(5, 50_000));
  expect(cache.bytes()).toBe(0);
  expect(cache.find(1, 5, questionOf(1))).toBeNull();
});
