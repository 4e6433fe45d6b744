/** Lets a hot wallet in if a vault behind it delegated the collection. */
import { DelegateV2 } from '@delegatexyz/sdk';
import { type Address, http } from 'viem';
import { mainnet } from 'viem/chains';

const collection: Address = '0xC011eC7100000000000000000000000000000001';
const v2 = new DelegateV2({ userTransport: http('https://node.example'), chain: mainnet });

export async function findVaults(hotWallet: Address): Promise<Address[]> {
  const incoming = await v2.getIncomingDelegations(hotWallet);
  return incoming
    .filter(
      ({ type, contract }) =>
        type === 'ALL' || (type === 'CONTRACT' && contract.toLowerCase() === collection.toLowerCase()),
    )
    .map(({ from }) => from);
}
