import type { RevocableGrant } from './grant.ts';
import { createRegistryCall, type RegistryCall } from './registry-call.ts';

/**
 * Returns the call by which its sender ends a delegation. Broader and other grants to the same wallet stay.
 *
 * @example
 * const hash = await walletClient.writeContract(revokeCall({ registry: 'v1', type: 'all', to }));
 */
export function revokeCall<const G extends RevocableGrant>(grant: G): RegistryCall<G> {
  return createRegistryCall(grant, false, 0n) as RegistryCall<G>;
}
