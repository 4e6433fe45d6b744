import type { LocalChain } from './local-chain.ts';

/** Writes the `CHAINS` setting that both apps need to serve these chains. A node's `url` may be that of a proxy. */
export function writeChains(
  chains: readonly Pick<LocalChain, 'chainId' | 'url' | 'registries'>[],
  pollMs: number,
): string {
  const entries = chains.map(({ chainId, url, registries: { v1, v2 } }) => [
    chainId,
    // anvil's blocks have an empty bloom, and come on demand.
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
