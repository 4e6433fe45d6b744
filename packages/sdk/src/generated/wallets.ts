/** Made from apps/api/src/operations by `npm run build:docs`. */

import { checked, object, type Read, whole } from '../client/read-json.ts';
import { assertGrant } from '../rules.ts';
import { ofStandingGrant, type StandingGrant } from './registry.ts';

/** A delegation in force, with the chain that it is on. */
export interface WalletDelegation extends StandingGrant {
  readonly chainId: number;
}

export const readWalletDelegation: Read<WalletDelegation> = checked(
  object<WalletDelegation>({ ...ofStandingGrant, chainId: whole }),
  assertGrant,
);
