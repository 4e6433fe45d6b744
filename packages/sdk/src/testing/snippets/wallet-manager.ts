/** Shows a holder what the vault has delegated. */
import { DelegateV2, type V2Delegation } from '@delegatexyz/sdk';
import { type Address, hexToString, http } from 'viem';
import { polygon } from 'viem/chains';

function describe({ type, to, contract, tokenId, amount, rights }: V2Delegation): string {
  const right = hexToString(rights, { size: 32 }) || 'everything';
  if (type === 'ALL') return `${to} may do ${right} for the whole wallet`;
  if (type === 'CONTRACT') return `${to} may do ${right} for ${contract}`;
  if (type === 'ERC721') return `${to} may do ${right} for ${contract} #${tokenId}`;
  return `${to} may do ${right} for ${String(amount ?? 0)} of ${contract}`;
}

export async function listGiven(vault: Address): Promise<string[]> {
  const delegate = new DelegateV2({ userTransport: http(), chain: polygon });
  const given = await delegate.getOutgoingDelegations(vault);
  return given.map(describe);
}
