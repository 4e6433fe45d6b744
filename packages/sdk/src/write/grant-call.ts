import type { WritableGrant } from './grant.ts';
import { createRegistryCall, type RegistryCall } from './registry-call.ts';

/**
 * Returns the call by which its sender grants a delegation. The sender is the vault: only its own wallet can write it.
 *
 * @example
 * const hash = await walletClient.writeContract(grantCall({ registry: 'v2', type: 'contract', to, contract }));
 */
export function grantCall<const G extends WritableGrant>(grant: G): RegistryCall<G> {
  const { amount = 1n } = grant;
  // The registry reads an amount of 0 as a revocation.
  if (amount <= 0n) throw new RangeError('A grant needs an amount above 0. To end it, use revokeCall.');
  return createRegistryCall(grant, true, amount) as RegistryCall<G>;
}
