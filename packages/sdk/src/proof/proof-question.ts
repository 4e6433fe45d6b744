import type { BatchCheck } from '../client/parameters.ts';
import type { Address } from '../hex.ts';

type WithTextId<T> = T extends { readonly tokenId: bigint }
  ? Omit<T, 'tokenId'> & { readonly tokenId: bigint | string }
  : T;

/**
 * The question that you asked the service: registry, kind and the parameters of the matching function. Take it from
 * your own code, never from the answer.
 */
export type ProofQuestion = WithTextId<BatchCheck> & {
  /** The registry's address, on a chain where it is not the usual one. Take it from a source that you trust. */
  readonly address?: Address | undefined;
};
