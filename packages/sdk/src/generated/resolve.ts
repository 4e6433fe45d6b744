/** Made from apps/api/src/operations by `npm run build:docs`. */

import { address, array, object, type Read, whole } from '../client/read-json.ts';
import type { Address } from '../hex.ts';
import { readStandingGrant, type StandingGrant } from './registry.ts';

/** A wallet on the other side of the delegations. */
export interface ResolvedWallet {
  readonly address: Address;
  /** Its grants, one entry per chain. The broadest and the narrowest can be the same one. */
  readonly grants: {
    readonly chainId: number;
    readonly broadest: StandingGrant;
    readonly narrowest: StandingGrant;
  }[];
}

export const readResolvedWallet: Read<ResolvedWallet> = object<ResolvedWallet>({
  address: address,
  grants: array(object({ chainId: whole, broadest: readStandingGrant, narrowest: readStandingGrant })),
});
