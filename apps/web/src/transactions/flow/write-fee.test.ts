import { expect, test } from 'vitest';
import { writeGas } from './write-fee.ts';

test.each([
  [54_321n, 123_456_789_000_000n, 1, '54,321 gas, about 0.00013 ETH'],
  [54_321n, 99_500_000_000_000_000n, 137, '54,321 gas, about 0.1 POL'],
  [54_321n, 7n, 1, '54,321 gas, about 0.000000000000000007 ETH'],
  [54_321n, 0n, 1, '54,321 gas'],
  [54_321n, null, 1, '54,321 gas'],
])('%s gas for %s on chain %s', (gas, feeWei, chainId, text) => {
  expect(writeGas({ gas, feeWei, isWholeFee: true }, chainId)).toBe(text);
  expect(writeGas({ gas, feeWei, isWholeFee: false }, chainId)).toBe(text.replace('about', 'at least'));
});
