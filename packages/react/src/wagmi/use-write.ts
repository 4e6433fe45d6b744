import type { RegistryCall } from '@mandate/sdk/write';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type Config, useConfig } from 'wagmi';
import { simulateContract, waitForTransactionReceipt, writeContract } from 'wagmi/actions';
import { useMandate } from '../context.ts';
import { waitForBlock } from './wait-for-block.ts';

type Address = `0x${string}`;

/** A transaction that a block contains. */
export interface Written {
  readonly hash: `0x${string}`;
  /** The number of that block. */
  readonly block: number;
  /** `true` if the service has the block. `false` if it is behind or down, and answers are unknown until it has. */
  readonly isIndexed: boolean;
}

interface Writable {
  readonly to: Address;
  readonly chainId?: number | undefined;
}

/** Signs a call with the connected wallet, and waits until the service has its block. */
export function useWrite<G extends Writable>(
  callOf: (grant: G) => RegistryCall,
): UseMutationResult<Written, Error, G> {
  const config = useConfig();
  const { client, feed } = useMandate();
  return useMutation({
    // A transaction that is sent twice costs twice.
    retry: false,
    mutationFn: async (grant: G): Promise<Written> => {
      const { account: from, chainId } = findWallet(config, grant.chainId);
      const call = callOf({ ...grant, chainId });
      // The wallet is asked only for what will succeed.
      const parameters = { ...call, account: from, chainId } as Parameters<typeof writeContract>[1];
      await simulateContract(config, parameters as Parameters<typeof simulateContract>[1]);
      const hash = await writeContract(config, parameters);
      const receipt = await waitForTransactionReceipt(config, { hash, chainId });
      const block = Number(receipt.blockNumber);
      const isIndexed = await waitForBlock(client, { from, to: grant.to, chainId, block });
      feed.tell({ chainId, from, to: grant.to, block, undone: false });
      return { hash: receipt.transactionHash, block, isIndexed };
    },
  });
}

/** Returns the connected account, and the chain to write to. */
function findWallet({ state }: Config, asked: number | undefined): { account: Address; chainId: number } {
  const connection = state.connections.get(state.current ?? '');
  if (!connection) throw new Error('No wallet is connected. Connect one before you grant or revoke.');
  return { account: connection.accounts[0], chainId: asked ?? connection.chainId };
}
