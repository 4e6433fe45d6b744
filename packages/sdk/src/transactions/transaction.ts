import type { Address, Hex } from '../hex.ts';
import type { Registry } from '../registries.ts';
import type { Write } from '../write/encode-writes.ts';

/** A call of a registry, and what the service has to answer after it. */
export interface Transaction {
  readonly chainId: number;
  readonly registry: Registry;
  /** The vault, or the delegate that steps down. */
  readonly from: Address;
  /** The registry's address. */
  readonly to: Address;
  readonly data: Hex;
  /** The changes that `data` makes, in order. */
  readonly writes: readonly Write[];
}
