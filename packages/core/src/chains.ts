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
  /** The first block that can hold a delegation. Null: a chain is then read from its first block. */
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
  /** The address of each registry on this chain; a registry that isn't known to be there is left out. */
  readonly registries: Registries;
  /** The address that a registry has if it is on this chain: only a node can tell. */
  readonly possibleRegistries: Registries;
}

/** The addresses of registries. */
export type Registries = Readonly<Partial<Record<Registry, Address>>>;

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

/** The registries have the same addresses on most chains. */
const [STANDARD] = (data as readonly Line[]).filter(({ id }) => id === 1).map(({ registries }) => registries);

/** Lists v1 where v2 has its usual address: other chains derive addresses in another way. */
function listPossible({ v1, v2 }: Line['registries']): Registries {
  const usual = !v1 && v2 === STANDARD?.v2 ? STANDARD?.v1 : undefined;
  return usual ? { v1: parseAddress(usual) } : {};
}

/** Every chain that has a registry. */
export const CHAINS: readonly Chain[] = (data as readonly Line[]).map(
  ({
    maxQuietSeconds = null,
    startBlock = null,
    bloom = true,
    receipts = false,
    depths = null,
    registries,
    ...chain
  }) => ({
    ...chain,
    maxQuietSeconds,
    startBlock,
    evidence: { bloom, receipts },
    depths,
    registries: {
      ...(registries.v1 ? { v1: parseAddress(registries.v1) } : {}),
      v2: parseAddress(registries.v2),
    },
    possibleRegistries: listPossible(registries),
  }),
);

export function findChain(id: number): Chain | null {
  return CHAINS.find((chain) => chain.id === id) ?? null;
}
