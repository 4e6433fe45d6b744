import type { Provider } from '@mandate/sdk/transactions';
import { expect, test } from 'vitest';
import { inUnitOf, judgeDecimals } from './decimals.ts';
import { findDecimals } from './find-decimals.ts';

test.each([
  ['only the service states them', { wallet: null, service: 6 }, null],
  ['only the wallet’s node states them', { wallet: 6, service: null }, 6],
  ['both state the same', { wallet: 6, service: 6 }, 6],
  ['they differ', { wallet: 6, service: 18 }, 'disputed'],
  ['nobody can use that many', { wallet: 255, service: 6 }, null],
  ['nobody has answered yet', { wallet: undefined, service: undefined }, null],
] as const)('%s', (_, stated, decimals) => {
  expect(judgeDecimals(stated)).toBe(decimals);
});

test('an amount stays the same when the decimals become known', () => {
  const typed = { amount: '1500000', amountDecimals: 0 };
  const inUnits = { amount: '1.5', amountDecimals: 6 };
  expect(inUnitOf(typed, 6)).toEqual(inUnits);
  expect(inUnitOf(inUnits, null)).toEqual(typed);
  expect(inUnitOf(inUnits, 6)).toEqual(inUnits);
  // A value that nobody can read is read again.
  expect(inUnitOf({ amount: '1.5', amountDecimals: 0 }, 6)).toEqual(inUnits);
});

test('the wallet’s node is asked on the chain of the token only', async () => {
  const chains = [1, 1, 137, 1, 137];
  const calls: unknown[] = [];
  const provider: Provider = {
    request: async ({ method, params }) => {
      if (method === 'eth_chainId') return `0x${chains.shift()?.toString(16)}`;
      calls.push(params);
      return `0x${'6'.padStart(64, '0')}`;
    },
  };
  const contract = '0x2222000000000000000000000000000000000002';
  const ask = () => findDecimals(provider, { chainId: 1, contract });
  expect(await ask()).toBe(6);
  expect(await ask()).toBeNull();
  // It switches during the call.
  expect(await ask()).toBeNull();
  expect(calls).toEqual(Array(2).fill([{ to: contract, data: '0x313ce567' }, 'latest']));
});
