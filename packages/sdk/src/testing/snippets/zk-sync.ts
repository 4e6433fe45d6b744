/** Reads the registry of ZKsync Era, which has another address. */
import { DelegateV2 } from '@delegatexyz/sdk';
import { type Address, http } from 'viem';
import { zksync } from 'viem/chains';

const delegate = new DelegateV2({ userTransport: http(), chain: zksync, isZkSync: true });

export const REGISTRY: Address = delegate.contractConfig.address;

export async function watchGrants(onGrant: (from: Address, to: Address) => void): Promise<() => void> {
  const { publicClient, contractConfig } = delegate;
  return publicClient.watchContractEvent({
    ...contractConfig,
    eventName: 'DelegateAll',
    onLogs: (logs) => {
      for (const { args } of logs) if (args.enable && args.from && args.to) onGrant(args.from, args.to);
    },
  });
}
