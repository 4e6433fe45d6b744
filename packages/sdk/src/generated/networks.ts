/** Made from apps/api/src/operations by `npm run build:docs`. */

import { address, array, flag, object, orNull, type Read, text, whole } from '../client/read-json.ts';
import type { Address } from '../hex.ts';

/** A chain that the service serves. */
export interface Network {
  readonly chainId: number;
  readonly name: string;
  readonly testnet: boolean;
  readonly explorer: string | null;
  readonly registries: { readonly v1: Address | null; readonly v2: Address | null };
  /** Checks of this chain take `proof=true`. */
  readonly proofs: boolean;
  /** A node that browsers may ask, e.g. for the hash of the block of a proof. */
  readonly publicNode: string | null;
}

const readNetwork: Read<Network> = object<Network>({
  chainId: whole,
  name: text,
  testnet: flag,
  explorer: orNull(text),
  registries: object({ v1: orNull(address), v2: orNull(address) }),
  proofs: flag,
  publicNode: orNull(text),
});

export interface Networks {
  readonly networks: Network[];
}

export const readNetworks: Read<Networks> = object<Networks>({ networks: array(readNetwork) });
