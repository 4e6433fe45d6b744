import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { createTokensMode } from './tokens-mode.ts';
import type { Told } from './tokens-question.ts';

const options = { commands: 6, seed: 2, shrinkMs: 1 };
const perMoment = 3;

test('lists and answers about ids equal brute force at the same block', async () => {
  const { tally, failure } = await run(createTokensMode({ perMoment }), options);
  expect(failure).toBeNull();
  expect(tally.listsComplete).toBe(tally.lists);
  expect(tally.lists).toBeGreaterThan(0);
});

test('a run sees it if what is unknown is called a no', async () => {
  const mislead = (told: Told): Told => ({ ...told, complete: true, unknownIds: new Set() });
  const { failure } = await run(createTokensMode({ perMoment, mislead }), options);
  expect(failure?.differences.length).toBeGreaterThan(0);
});
