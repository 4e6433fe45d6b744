import type { StepAnswer } from '@mandate/nodes';
import { expect, test } from 'vitest';
import { isContractCode } from './contracts.ts';
import { readDesignator } from './designator.ts';

const TARGET = '63c0c19a282a1b52b07dd5a65b58948a07dae32b';
/** Local chains cannot hold code that begins with 0xef and is no designator. */
const codeOf = (hex: string, length = hex.length / 2): StepAnswer => ({
  type: 'returned',
  length,
  bytes: `0x${hex}`,
});

test('the code of an account of EIP-7702 has exactly 23 bytes', () => {
  const designator = codeOf(`ef0100${TARGET}`);
  expect(readDesignator(designator)).toBe(`0x${TARGET}`);
  expect(isContractCode(designator)).toBe(false);
});

test.each([
  ['a byte more', codeOf(`ef0100${TARGET}00`)],
  ['a byte more, of which 23 were read', codeOf(`ef0100${TARGET}`, 24)],
  ['a byte less', codeOf(`ef0100${TARGET.slice(2)}`)],
  ['another version', codeOf(`ef0101${TARGET}`)],
])('code with %s is that of a contract', (_, code) => {
  expect(readDesignator(code)).toBeNull();
  expect(isContractCode(code)).toBe(true);
});
