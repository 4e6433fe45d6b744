/** Revokes v1 delegations, one wallet or all of them. */
import { DelegateV1, rawDelegateForToken, rawRevokeAllDelegates, rawRevokeDelegate } from '@delegatexyz/sdk';
import { type Account, type Address, type Hex, http } from 'viem';
import { mainnet } from 'viem/chains';

export async function revoke(account: Account, delegate?: Address): Promise<Hex> {
  const v1 = new DelegateV1(http(), mainnet, account);
  return delegate ? v1.revokeDelegate(delegate) : v1.revokeAllDelegates();
}

/** For a multisig, which sends the calldata itself. */
export function encodeRevocation(delegate?: Address): { to: Address; data: Hex } {
  const { contractConfig } = new DelegateV1();
  const data = delegate ? rawRevokeDelegate(delegate) : rawRevokeAllDelegates();
  return { to: contractConfig.address, data };
}

export const encodeTokenRevocation = (delegate: Address, contract: Address, id: number): Hex =>
  rawDelegateForToken(delegate, contract, id, false);
