import type { WalletDelegation } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import { countSignatures, writesOf } from './revoke-writes.ts';

const HOT = `0x${'a1'.repeat(20)}` as const;
const OTHER = `0x${'a2'.repeat(20)}` as const;
const ROW: WalletDelegation = {
  registry: 'v1',
  type: 'ALL',
  chainId: 1,
  from: `0x${'c0'.repeat(20)}`,
  to: HOT,
  contract: null,
  tokenId: null,
  rights: null,
  tokenType: null,
  amount: null,
  block: 7,
  transaction: `0x${'ab'.repeat(32)}`,
  since: 1_700_000_000,
  expiresAt: null,
};
const CONTRACT: WalletDelegation = { ...ROW, type: 'CONTRACT', contract: `0x${'c1'.repeat(20)}` };
const ROWS: readonly WalletDelegation[] = [
  ROW,
  CONTRACT,
  { ...ROW, to: OTHER },
  { ...ROW, chainId: 10 },
  { ...ROW, registry: 'v2', rights: `0x${'00'.repeat(32)}` },
];

const actions = (way: Parameters<typeof writesOf>[1]) =>
  writesOf(ROWS, way).map(({ action, chainId }) => `${action} ${chainId}`);

test('each delegation of v1 ends for itself', () => {
  expect(actions('each')).toEqual(['revoke 1', 'revoke 1', 'revoke 1', 'revoke 1', 'revoke 10']);
  expect(countSignatures(ROWS, 'each')).toBe(4);
});

test('all delegations of v1 to the same wallet end at once, on each chain', () => {
  expect(actions('wallets')).toEqual(['revoke 1', 'revokeWallet 1', 'revokeWallet 1', 'revokeWallet 10']);
  expect(countSignatures(ROWS, 'wallets')).toBe(3);
});

test('all delegations of v1 end at once, on each chain', () => {
  expect(actions('everyone')).toEqual(['revoke 1', 'revokeEveryone 1', 'revokeEveryone 10']);
  expect(countSignatures(ROWS, 'everyone')).toBe(2);
});
