import { expect, test } from 'vitest';
import { parameterOf } from './moments.ts';
import { readMoment } from './read-moment.ts';
import type { WhenKind } from './when-kinds.ts';

const NEW_YEAR = 1_767_225_600;

test.each([
  ['2026-01-01T00:00', NEW_YEAR],
  ['2026-01-01 00:00:07', NEW_YEAR + 7],
  ['2026-01-01T00:00:00Z', NEW_YEAR],
  ['2026-01-01', NEW_YEAR],
])('%s is a time in UTC', (text, at) => {
  expect(readMoment('time', text)).toEqual({ value: { when: 'time', at } });
});

test.each([
  ['time', '', 'Enter a date and time'],
  ['time', '2026-13-01T00:00', 'Enter a date and time'],
  ['time', '2999-01-01T00:00', 'in the past'],
  ['block', '', 'Enter a block number'],
  ['block', '-1', 'Enter a block number'],
  ['block', '1e6', 'Enter a block number'],
] as const)('%s “%s” is rejected: %s', (when, text, problem) => {
  expect(readMoment(when, text)).toEqual({ problem: expect.stringContaining(problem) });
});

test.each([
  ['strict', '', ['consistency', 'strict']],
  ['safe', '', ['blockTag', 'safe']],
  ['final', '', ['blockTag', 'finalized']],
  ['time', '2026-01-01T00:00', ['atTime', '2026-01-01T00:00:00Z']],
  ['block', '19,000,000', ['atBlock', '19000000']],
] as const)('%s %s is sent as %s', (when: WhenKind, text, parameter) => {
  const read = readMoment(when, text);
  expect('value' in read && read.value && parameterOf(read.value)).toEqual(parameter);
});
