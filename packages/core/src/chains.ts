import { type Address, parseAddress } from './address.ts';
import data from './chains.json' with { type: 'json' };
import type { Registry } from './delegation.ts';

/** What is known of a chain before any node is asked. Null: not published, or not known to us. */
export interface Chain {
  readonly id: number;
  readonly name: string;
  readonly explorer: string | null;
  readonly blockTimeMs: number | null;
  readonly testnet: boolean;
  /** Where each registry lives on this chain; a registry that isn't there is left out. */
  readonly registries: Readonly<Partial<Record<Registry, Address>>>;
}

/** Every chain that has a registry. */
export const CHAINS: readonly Chain[] = data.map(({ registries, ...chain }) => ({
  ...chain,
  registries: {
    ...('v1' in registries && registries.v1 ? { v1: parseAddress(registries.v1) } : {}),
    v2: parseAddress(registries.v2),
  },
}));

export function findChain(id: number): Chain | null {
  return CHAINS.find((chain) => chain.id === id) ?? null;
}
