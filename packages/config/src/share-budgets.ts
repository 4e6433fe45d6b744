/** Nodes with the same label are one account at a provider: they share its limits on all chains. */
import type { ConfiguredChain, ConfiguredNode } from './configured-chain.ts';

const LIMITS = ['callsPerSecond', 'callsPerMonth'] as const;
type Limit = (typeof LIMITS)[number];

interface Named {
  readonly chainId: number;
  readonly calls: number;
}

/** Applies the limit of one node to all nodes with its label. Reports limits that differ. */
export function shareBudgets(
  chains: readonly ConfiguredChain[],
  report: (problem: string) => void,
): ConfiguredChain[] {
  const found = new Map<string, Named>();
  for (const { chainId, nodes } of chains) {
    for (const node of nodes) {
      for (const limit of LIMITS) {
        const calls = node[limit];
        if (calls === null) continue;
        const key = keyOf(node, limit);
        const first = found.get(key) ?? { chainId, calls };
        found.set(key, first);
        if (first.calls !== calls) report(describe({ node, limit, first, second: { chainId, calls } }));
      }
    }
  }
  const share = (node: ConfiguredNode): ConfiguredNode => ({
    ...node,
    callsPerSecond: found.get(keyOf(node, 'callsPerSecond'))?.calls ?? null,
    callsPerMonth: found.get(keyOf(node, 'callsPerMonth'))?.calls ?? null,
  });
  return chains.map((chain) => ({ ...chain, nodes: chain.nodes.map(share) }));
}

function keyOf({ label }: ConfiguredNode, limit: Limit): string {
  return `${limit} ${label}`;
}

interface Difference {
  readonly node: ConfiguredNode;
  readonly limit: Limit;
  readonly first: Named;
  readonly second: Named;
}

function describe({ node: { label }, limit, first, second }: Difference): string {
  return (
    `(${second.chainId}.nodes) gives "${label}" a "${limit}" of ${second.calls}, and chain ${first.chainId} gives it ` +
    `${first.calls}. Nodes with the same label share one budget: write the same number, or give them different labels.`
  );
}
