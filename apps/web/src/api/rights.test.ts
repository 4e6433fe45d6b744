import * as core from '@mandate/core';
import { expect, test } from 'vitest';
import { describeRights } from './rights.ts';

const bytes = (start: string) => `0x${start.padEnd(64, '0')}`;

/** The site may not import the domain, so a test compares its copy with the original. */
test.each([
  core.FULL_RIGHTS,
  core.rightsFromText('claim'),
  core.rightsFromText('a right of exactly 32 letters !!'),
  core.rightsWithExpiry(`0x${'ab'.repeat(24)}`, 1_900_000_000),
  core.rightsWithExpiry(`0x${'ab'.repeat(24)}`, 1_000_000),
  bytes('636c0061'),
  bytes('7f'),
  `0x${'f'.repeat(64)}`,
])('%s is described as the domain does', (rights) => {
  expect(describeRights(rights)).toEqual(core.describeRights(core.parseRights(rights)));
  expect(describeRights(`0x${rights.slice(2).toUpperCase()}`)).toEqual(describeRights(rights));
});
