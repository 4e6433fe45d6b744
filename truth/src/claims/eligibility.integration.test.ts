import { size } from '@mandate/testing/size';
import { expect, test } from 'vitest';
import { run } from '../run.ts';
import { createEligibilityMode } from './eligibility-mode.ts';
import type { Told } from './eligibility-question.ts';

const options = { commands: size(48, 150), seed: 2, shrinkMs: 1 };

test('answers equal brute force at the same block, and what is unknown is never false', async () => {
  const { tally, failure } = await run(createEligibilityMode(), options);
  expect(failure).toBeNull();
  expect(tally.commands).toBe(options.commands);
  expect(tally.unknown).toBeGreaterThan(0);
});

type Answer = Extract<Told, { readonly balance: bigint }>;

const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);

/** Returns how much less a holder has if its smallest amount counts instead of its largest. */
function lessOf({ balance, amounts }: Answer['holders'][number]): bigint {
  const [smallest = 0n, ...others] = amounts.toSorted((a, b) => Number(a - b));
  return others.at(-1) === balance ? balance - smallest : 0n;
}

const LIES: readonly (readonly [name: string, lie: (told: Answer) => Told])[] = [
  ['what is unknown is called a no', (told) => ({ ...told, eligible: told.eligible ?? false })],
  ['a balance is one too many', (told) => ({ ...told, balance: told.balance + 1n })],
  [
    'the smallest of several amounts counts',
    (told) => ({ ...told, balance: told.balance - sum(told.holders.map(lessOf)) }),
  ],
  ['a lower bound is called complete', (told) => ({ ...told, complete: true })],
];

test.each(LIES)('a run sees it if %s', async (_, lie) => {
  const mislead = (told: Told) => ('balance' in told ? lie(told) : told);
  const { failure } = await run(createEligibilityMode(mislead), options);
  expect(failure?.differences.length).toBeGreaterThan(0);
});
