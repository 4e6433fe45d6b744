import { type Address, parseAddress } from './address.ts';
import data from './chains.json' with { type: 'json' };
import type { Registry } from './delegation.ts';

/** What is known of a chain before any node is asked. Null: not published, or not known to us. */
export interface Chain {
  readonly id: number;
  readonly name: string;
  readonly explorer: string | null;
  readonly blockTimeMs: number | null;
  /** How long a chain that mines on demand may be without a new block: an estimate. Null: it mines all the time. */
  readonly maxQuietSeconds: number | null;
  readonly testnet: boolean;
  /** The first block that can hold a delegation. */
  readonly startBlock: number | null;
  /** What an indexer may hold a block's logs against. */
  readonly evidence: {
    /** Headers carry the bloom of their logs. */
    readonly bloom: boolean;
    /** Receipts are encoded as Ethereum does, so that their root can be computed. */
    readonly receipts: boolean;
  };
  /** The chain has no tags: how far below the head a block is safe and final. Null: it has them, as far as we know. */
  readonly depths: { readonly safe: number; readonly finalized: number } | null;
  /** Where each registry lives on this chain; a registry that isn't there is left out. */
  readonly registries: Readonly<Partial<Record<Registry, Address>>>;
}

/** A line of the data file. What most chains have in common is left out. */
interface Line {
  readonly id: number;
  readonly name: string;
  readonly explorer: string | null;
  readonly blockTimeMs: number | null;
  readonly maxQuietSeconds?: number;
  readonly testnet: boolean;
  readonly startBlock?: number;
  readonly bloom?: boolean;
  readonly receipts?: boolean;
  readonly depths?: Chain['depths'];
  readonly registries: { readonly v1?: string; readonly v2: string };
}

/** Every chain that has a registry. */
export const CHAINS: readonly Chain[] = (data as readonly Line[]).map(
  ({
    maxQuietSeconds = null,
    startBlock = null,
    bloom = true,
    receipts = false,
    depths = null,
    registries: { v1, v2 },
    ...chain
  }) => ({
    ...chain,
    maxQuietSeconds,
    startBlock,
    evidence: { bloom, receipts },
    depths,
    registries: { ...(v1 ? { v1: parseAddress(v1) } : {}), v2: parseAddress(v2) },
  }),
);

export function findChain(id: number): Chain | null {
  return CHAINS.find((chain) => chain.id === id) ?? null;
}
