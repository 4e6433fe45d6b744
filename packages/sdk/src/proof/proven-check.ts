import type { Hex } from '../hex.ts';

/** A storage place of the registry, and the word that it holds: 32 bytes each. */
export interface ProvenSlot {
  readonly slot: Hex;
  readonly value: Hex;
}

/**
 * A check with its proof, as the service answers it. Nothing in it is verified: `verifyCheck` of `@mandate/sdk/proof`
 * does that.
 */
export interface ProvenCheck {
  /** The answer that the service claims. In JSON, an amount is a decimal string or a number. */
  readonly value: boolean | bigint | string | number;
  readonly block: {
    readonly number: number;
    readonly hash: Hex;
    readonly timestamp: number;
    /** The RLP of the block's header. */
    readonly header: Hex;
  };
  /** The newest block that is safe, where the service knows it. */
  readonly safeBlock?: number | null | undefined;
  readonly proof: {
    /** The registry's address on the chain. */
    readonly registry: Hex;
    /** Every storage place that the answer depends on. */
    readonly slots: readonly ProvenSlot[];
    /** The distinct trie nodes of the account's proof and of all storage proofs. */
    readonly nodes: readonly Hex[];
  };
}
