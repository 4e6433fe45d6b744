import type { Hex } from './hex.ts';

/** A check with its proof, as the service answers it. */
export interface ProvenCheck {
  /** The answer that the service claims. An amount may be a decimal string or a number in JSON. */
  readonly value: boolean | bigint | string | number;
  readonly block: {
    readonly number: number;
    readonly hash: Hex;
    readonly timestamp: number;
    /** The RLP of the block's header. */
    readonly header: Hex;
  };
  readonly safeBlock?: number | null | undefined;
  readonly proof: {
    /** The registry's address on the chain. */
    readonly registry: Hex;
    /** Every storage place that the answer depends on, in the order of derivation. */
    readonly slots: readonly ProvenSlot[];
    /** The distinct trie nodes of the account's proof and of all storage proofs, in the order of first use. */
    readonly nodes: readonly Hex[];
  };
}

export interface ProvenSlot {
  /** 32 bytes. */
  readonly slot: Hex;
  /** 32 bytes. */
  readonly value: Hex;
}
