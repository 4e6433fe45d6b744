/** Exports the v1 delegations of a vault as lines of CSV. */
import { DelegateV1, type V1Delegation } from '@delegatexyz/sdk';
import { type Address, http } from 'viem';

const v1 = new DelegateV1(http('https://node.example'));

export async function exportVault(vault: Address): Promise<string> {
  const [wallets, contracts, tokens] = await Promise.all([
    v1.getDelegatesForAll(vault),
    v1.getContractLevelDelegations(vault),
    v1.getTokenLevelDelegations(vault),
  ]);
  return [
    ...wallets.map((delegate) => `${delegate},,`),
    ...contracts.map(({ contract, delegate }) => `${delegate},${contract},`),
    ...tokens.map(({ contract, tokenId, delegate }) => `${delegate},${contract},${tokenId}`),
  ].join('\n');
}

export async function countByType(delegate: Address): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const received: V1Delegation[] = await v1.getDelegationsByDelegate(delegate);
  for (const { type } of received) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
