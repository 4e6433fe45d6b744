/** Reads how much of a token a hot wallet may claim for. */
import { DelegateV2 } from '@delegatexyz/sdk';
import { type Address, formatUnits, http } from 'viem';

const v2 = new DelegateV2({ userTransport: http() });

export async function readShare(hot: Address, vault: Address, token: Address): Promise<string | null> {
  const { checkDelegateForERC20 } = v2;
  const amount = await checkDelegateForERC20(hot, vault, token);
  if (amount <= 0) return null;
  return formatUnits(BigInt(amount), 18);
}

export async function hasItem(hot: Address, vault: Address, items: Address, id: number): Promise<boolean> {
  return (await v2.checkDelegateForERC1155(hot, vault, items, id)) >= 1;
}
