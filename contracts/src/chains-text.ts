import type { LocalChain } from './local-chain.ts';

/** What both apps take as `CHAINS` to serve these. A node's `url` may be a proxy's. */
export function writeChains(
  chains: readonly Pick<LocalChain, 'chainId' | 'url' | 'registries'>[],
  pollMs: number,
): string {
  const entries = chains.map(({ chainId, url, registries: { v1, v2 } }) => [
    chainId,
    // anvil's blocks have an empty bloom, and come when something happens.
    {
      nodes: [url],
      maxQuietSeconds: 'unlimited',
      registries: { ...(v1 ? { v1 } : {}), v2 },
      startBlock: 1,
      bloom: false,
      receipts: true,
      pollMs,
    },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
