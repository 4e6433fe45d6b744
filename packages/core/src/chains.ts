import { type Address, parseAddress } from './address.ts';
import data from './chains.json' with { type: 'json' };
import { REGISTRIES, REGISTRY_IDS, type Registry } from './registries.ts';

/** The known facts about a chain before any node is asked. `null` if it is not published, or not known to us. */
export interface Chain {
  readonly id: number;
  readonly name: string;
  readonly explorer: string | null;
  readonly blockTimeMs: number | null;
  /** The longest time between two blocks of a chain that mines on demand: an estimate. `null` if it mines all the time. */
  readonly maxQuietSeconds: number | null;
  readonly testnet: boolean;
  /** The first block that can hold a delegation. `null` if it is not known: the chain is then read from its first block. */
  readonly startBlock: number | null;
  /** The evidence against which a node's answers can be verified. */
  readonly evidence: Evidence;
  /** Nodes refuse an `eth_call` without `to`, so contracts are read with ordinary calls. */
  readonly needsTo: boolean;
  /** The address of each registry on this chain; a registry that isn't known to be there is left out. */
  readonly registries: Registries;
  /** The address that a registry has if it is on this chain: only a node can tell. */
  readonly possibleRegistries: Registries;
}

export interface Evidence {
  /** Headers carry the bloom of their logs. */
  readonly bloom: boolean;
  /** Receipts are encoded as Ethereum does, so that their root can be computed. */
  readonly receipts: boolean;
  /** A block's hash is that of its header, encoded as Ethereum does. */
  readonly header: boolean;
  /** The first block for which `header` holds: the chain had other headers before an upgrade. */
  readonly headersFrom: number;
  /** The state is Ethereum's trie under such a header, so that `eth_getProof` proves storage against a block's hash. */
  readonly proofs: boolean;
}

/** The addresses of registries. */
export type Registries = Readonly<Partial<Record<Registry, Address>>>;

/** A line of the data file. Values that most chains share are left out. */
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
  readonly header?: boolean;
  readonly headersFrom?: number;
  readonly proofs?: boolean;
  readonly needsTo?: boolean;
  readonly registries: { readonly [R in Registry]?: string };
}

function readRegistries(registries: Line['registries']): Registries {
  return Object.fromEntries(
    Object.entries(registries).map(([registry, address]) => [registry, parseAddress(address)]),
  );
}

/** Lists the other registries where all known ones have their usual address: other chains derive addresses in another way. */
function listPossible(known: Registries): Registries {
  const isUsual = REGISTRY_IDS.every((id) => known[id] === undefined || known[id] === REGISTRIES[id].address);
  const others = isUsual ? REGISTRY_IDS.filter((id) => known[id] === undefined) : [];
  return Object.fromEntries(others.map((id) => [id, REGISTRIES[id].address]));
}

/** Every chain that has a registry. */
export const CHAINS: readonly Chain[] = (data as readonly Line[]).map(
  ({
    maxQuietSeconds = null,
    startBlock = null,
    bloom = true,
    receipts = false,
    header = false,
    headersFrom = 0,
    proofs = false,
    needsTo = false,
    registries,
    ...chain
  }) => ({
    ...chain,
    maxQuietSeconds,
    startBlock,
    evidence: { bloom, receipts, header, headersFrom, proofs },
    needsTo,
    registries: readRegistries(registries),
    possibleRegistries: listPossible(readRegistries(registries)),
  }),
);

/** Finds a chain by its id; null where the catalogue lacks it. */
export function findChain(id: number): Chain | null {
  return CHAINS.find((chain) => chain.id === id) ?? null;
}
