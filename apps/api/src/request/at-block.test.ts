import { expect, test } from 'vitest';
import { ProblemError } from '../http/problems.ts';
import { identifyMoment, isNow, momentOf } from './at-block.ts';
import type { When } from './parameters.ts';

const NAMED = { blockTag: 'safe', atBlock: 3, atTime: 1_767_225_600, consistency: 'strict' } as const;

test.each<[When, string]>([
  [{}, 'latest'],
  [{ blockTag: 'latest', consistency: 'latest' }, 'latest'],
  [{ minBlock: 3 }, 'latest'],
  [{ blockTag: 'safe' }, 'safe'],
  [{ blockTag: 'finalized', minBlock: 3 }, 'finalized'],
  [{ atBlock: 0 }, 'block:0'],
  [{ atTime: 0, consistency: 'latest' }, 'time:0'],
  [{ consistency: 'strict', blockTag: 'latest', minBlock: 3 }, 'strict'],
])('%j is of %s', (values, moment) => {
  expect(identifyMoment(values)).toBe(moment);
  expect(isNow(values)).toBe(moment === 'latest' && values.minBlock === undefined);
  expect(momentOf(values).strict).toBe(moment === 'strict');
});

const names = Object.keys(NAMED) as (keyof typeof NAMED)[];
const pairs = names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));

test.each([{ atBlock: 3 }, { atTime: 3 }])('the latest block and %j name two blocks', (past) => {
  expect(() => momentOf({ blockTag: 'latest', ...past })).toThrow(ProblemError);
});

test.each([...pairs, ['atBlock', 'minBlock'], ['atTime', 'minBlock']] as const)(
  '%s and %s name two blocks',
  (one, other) => {
    const values: When = { ...NAMED, minBlock: 3 };
    expect(() => momentOf({ [one]: values[one], [other]: values[other] })).toThrow(ProblemError);
  },
);

test('all that name a block are told at once', () => {
  try {
    momentOf(NAMED);
    expect.unreachable();
  } catch (error) {
    expect((error as ProblemError).errors?.map(({ parameter }) => parameter)).toEqual(names);
  }
});
