/** Decides whether a claim for one token may be paid to a hot wallet. */
import { DelegateV2 } from '@delegatexyz/sdk';
import { type Address, http } from 'viem';

interface Claim {
  readonly wallet: Address;
  readonly vault: Address;
  readonly contract: Address;
  readonly tokenId: string;
}

const registry = new DelegateV2({ userTransport: http() });

export async function isAllowed({ wallet, vault, contract, tokenId }: Claim): Promise<boolean> {
  if (wallet === vault) return true;
  return registry.checkDelegateForERC721(wallet, vault, contract, Number(tokenId));
}
