import type { LocalChain } from './local-chain.ts';

/** A chain to serve. Its `url` may be that of a proxy in front of its node. */
export interface FollowedChain extends Pick<LocalChain, 'chainId' | 'url' | 'registries'> {
  /** A node that browsers may ask. */
  readonly publicNode?: string;
  /** How new blocks are read. Without it, the indexer decides. */
  readonly form?: 'careful' | 'fast';
  /** The budget of its node. */
  readonly callsPerSecond?: number;
}

/** Writes the `CHAINS` setting that both apps need to serve these chains. */
export function writeChains(chains: readonly FollowedChain[], pollMs: number): string {
  const entries = chains.map(({ chainId, url, registries: { v1, v2 }, publicNode, form, callsPerSecond }) => [
    chainId,
    // anvil's blocks have an empty bloom, and come on demand.
    {
      nodes: [callsPerSecond ? { url, label: 'limited', callsPerSecond } : url],
      maxQuietSeconds: 'unlimited',
      registries: { ...(v1 ? { v1 } : {}), v2 },
      startBlock: 1,
      bloom: false,
      receipts: true,
      header: true,
      proofs: true,
      pollMs,
      ...(publicNode ? { publicNode } : {}),
      ...(form ? { form } : {}),
    },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
