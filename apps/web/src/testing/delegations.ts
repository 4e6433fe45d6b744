/** Delegations as the explorer lists them. */
import type { WalletDelegation } from '@mandate/sdk/explore';

export const address = (digits: string) => `0x${digits.padStart(40, '0')}` as const;
export const FULL = `0x${'00'.repeat(32)}` as const;
export const CLAIM = `0x${'636c61696d'.padEnd(64, '0')}` as const;

export const nameOfChain = (chainId: number) => `chain-${chainId}`;

export const delegation = (fields: Partial<WalletDelegation>): WalletDelegation => ({
  chainId: 1,
  registry: 'v2',
  type: 'ALL',
  from: address('aB'),
  to: address('1'),
  contract: null,
  tokenId: null,
  rights: FULL,
  tokenType: null,
  amount: null,
  expiresAt: null,
  block: 7,
  transaction: `0x${'f'.repeat(64)}`,
  since: 1_700_000_000,
  ...fields,
});

/** Returns the fields of a grant over a token of ERC721. */
export const token = (
  tokenId: bigint,
  fields: Partial<WalletDelegation> = {},
): Partial<WalletDelegation> => ({
  type: 'TOKEN',
  tokenType: 'ERC721',
  contract: address('c'),
  tokenId,
  ...fields,
});
