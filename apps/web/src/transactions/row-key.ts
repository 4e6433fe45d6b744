import type { WalletDelegation } from '@mandate/sdk/explore';

/** Returns a text that stays the same when the list is read again. */
export const rowKeyOf = (row: WalletDelegation): string => {
  const { chainId, registry, from, to, type, tokenType, contract, tokenId, rights } = row;
  return [chainId, registry, from, to, type, tokenType, contract, tokenId, rights].join(' ');
};
