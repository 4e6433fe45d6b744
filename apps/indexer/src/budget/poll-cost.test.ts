import { expect, test } from 'vitest';
import { createPollCostLearner, rateOf } from './poll-cost.ts';

test('polls that all cost the same have a cost per poll', () => {
  const learner = createPollCostLearner();
  for (let i = 0; i < 20; i++) learner.add({ calls: 6, blocks: 8, elapsedMs: 2_000 });
  const cost = learner.find();
  expect(cost).toEqual({ perPoll: 6, perBlock: 0, blocksPerMs: 0.004 });
  expect(cost && rateOf(cost, 40_000)).toBeCloseTo(6 / 40_000);
});

test('the cost per block is separated from the cost per poll, also after polls were stretched', () => {
  const learner = createPollCostLearner();
  for (let i = 0; i < 200; i++) {
    const blocks = i < 100 ? i % 2 : 3 + (i % 2);
    learner.add({ calls: 1 + 2 * blocks, blocks, elapsedMs: 12_000 * Math.max(0.5, blocks) });
  }
  const cost = learner.find();
  expect(cost?.perPoll).toBeCloseTo(1, 1);
  expect(cost?.perBlock).toBeCloseTo(2, 1);
  // At any poll interval, the calls for the blocks remain.
  expect(cost && rateOf(cost, 1e9) / cost.blocksPerMs).toBeCloseTo(2, 1);
});

test('a poll is never free, and polls without a call do not count', () => {
  const learner = createPollCostLearner();
  for (let i = 0; i < 50; i++) learner.add({ calls: 4, blocks: 1, elapsedMs: 2_000 });
  learner.add({ calls: 0, blocks: 0, elapsedMs: 0 });
  expect(learner.find()).toEqual({ perPoll: 4, perBlock: 0, blocksPerMs: 0.0005 });
  for (let i = 0; i < 400; i++)
    learner.add({ calls: 4 * (1 + (i % 2)), blocks: 1 + (i % 2), elapsedMs: 2_000 });
  expect(learner.find()?.perPoll).toBeCloseTo(1, 5);
});

test('too few polls give no cost', () => {
  const learner = createPollCostLearner();
  for (let i = 0; i < 4; i++) learner.add({ calls: 6, blocks: 8, elapsedMs: 2_000 });
  expect(learner.find()).toBeNull();
});
