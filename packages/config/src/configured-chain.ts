import type { Evidence, Registries } from '@mandate/core';

export interface ConfiguredChain {
  readonly chainId: number;
  readonly name: string;
  readonly explorer: string | null;
  readonly testnet: boolean;
  readonly registries: Registries;
  /** Also followed if the nodes have their code. Empty if the operator named the registries. */
  readonly possibleRegistries: Registries;
  readonly nodes: readonly ConfiguredNode[];
  /** A node that browsers may ask. `null` if there is none. */
  readonly publicNode: string | null;
  /** The number of nodes that have to give the same answer. */
  readonly quorum: number;
  readonly evidence: Evidence;
  /**
   * The depths below the head at which a block is safe and final, on a chain without tags for it. `null` if the chain has
   * the tag.
   */
  readonly depths: { readonly safe: number | null; readonly finalized: number | null };
  /** Nodes refuse an `eth_call` without `to`, so contracts are read with ordinary calls. */
  readonly needsTo: boolean;
  /** The first block that can hold a delegation, or any before it. */
  readonly startBlock: number;
  /** The time between blocks. `null` if it is measured. */
  readonly blockTimeMs: number | null;
  /** `null` if the polls follow the block time. */
  readonly pollMs: number | null;
  /** The way in which new blocks are read: each by its hash, or in ranges. `null` if the block time decides. */
  readonly form: 'careful' | 'fast' | null;
  /** Beyond these limits, answers about now are refused. */
  readonly maxLag: MaxLag;
}

export interface ConfiguredNode {
  readonly url: string;
  /** The node's name in logs and metrics: never its URL, which may contain a key. */
  readonly label: string;
  /** The operator gave it this name. Only then the public sees it: any other names its host. */
  readonly isNamed: boolean;
  /** The node is used only for state, and has no vote in the quorum. */
  readonly stateOnly: boolean;
  /** `null` for no limit. Nodes with the same label share both limits, on all chains together. */
  readonly callsPerSecond: number | null;
  readonly callsPerMonth: number | null;
  readonly costPerMillionCalls: number | null;
}

export interface MaxLag {
  /** The longest time for which the indexer may be silent. */
  readonly ms: number;
  /** The maximum age of the newest block. `null` if the chain mines on demand, so the block's age means nothing. */
  readonly blockAgeMs: number | null;
}
