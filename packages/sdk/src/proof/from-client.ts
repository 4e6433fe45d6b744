import type { Hex } from '../hex.ts';
import type { BlockSource } from './anchor.ts';

/** Any viem client, or a wallet's provider (EIP-1193). */
export interface RequestingClient {
  request(request: never): Promise<unknown>;
}

/**
 * Makes an anchor of a node or wallet: a viem client, or a provider such as `window.ethereum`.
 *
 * @example
 * import { fromClient } from '@mandate/sdk/proof';
 *
 * const provider = { request: async ({ method }) => (method === 'eth_chainId' ? '0x1' : { hash: '0x12' }) };
 * console.log(await fromClient(provider)(7)); // { chainId: 1, hash: '0x12' }
 */
export function fromClient(client: RequestingClient): BlockSource {
  const request = (method: string, ...params: unknown[]) => client.request({ method, params } as never);
  return async (number) => {
    const [chainId, block] = await Promise.all([
      request('eth_chainId'),
      request('eth_getBlockByNumber', `0x${number.toString(16)}`, false),
    ]);
    return { chainId: Number(chainId), hash: (block as { readonly hash: Hex } | null)?.hash ?? null };
  };
}
