import { describe, expect, test } from 'vitest';
import { createBackfillEstimate, describeEstimate } from './backfill-estimate.ts';
import type { Step } from './following.ts';

const HEAD = 20_000_000;

function advanced(number: number, blocks: number): Step {
  const block = { number, hash: '0x' as const, timestamp: 0 };
  const marks = { head: HEAD, safe: null, finalized: null };
  return { type: 'advanced', block, marks, unsettled: 0, blocks, events: 0 };
}

describe('the estimate of a backfill', () => {
  test('is available before anything is read', () => {
    const estimate = createBackfillEstimate().begin(0, HEAD);
    expect(estimate && describeEstimate(estimate)).toBe(
      '20,000,000 blocks; at 10,000 blocks a range about 6,000 calls, 10 min',
    );
  });

  test('is updated from the pace and the ranges of the node, after half a minute and then every ten minutes', () => {
    let nowMs = 0;
    const estimate = createBackfillEstimate(() => nowMs);
    estimate.begin(0, HEAD);
    nowMs = 29_000;
    expect(estimate.stepped(advanced(50_000, 1_000))).toBeNull();
    nowMs = 30_000;
    expect(estimate.stepped(advanced(60_000, 1_000))).toEqual({
      blocks: 19_940_000,
      rangeBlocks: 1_000,
      calls: 59_820,
      seconds: 9_970,
    });
    nowMs = 629_000;
    expect(estimate.stepped(advanced(700_000, 1_000))).toBeNull();
    nowMs = 630_000;
    // 600,000 blocks in 600 s since the last estimate: half as fast as before.
    expect(estimate.stepped(advanced(660_000, 500))).toMatchObject({ rangeBlocks: 500, seconds: 19_340 });
  });

  test('is left out if there is little to read', () => {
    let nowMs = 0;
    const estimate = createBackfillEstimate(() => nowMs);
    expect(estimate.begin(HEAD - 999, HEAD)).toBeNull();
    nowMs = 60_000;
    expect(estimate.stepped(advanced(HEAD - 1, 10))).toBeNull();
  });
});
