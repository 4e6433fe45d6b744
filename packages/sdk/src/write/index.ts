/** Writes to the registries: their ABIs and addresses, and the calls that grant and revoke. No dependency. */

export {
  CATALOGUE_CHAINS,
  REGISTRY_ADDRESS_V1,
  REGISTRY_ADDRESS_V2,
  REGISTRY_ADDRESS_V2_ZK_STACK,
} from '../generated/addresses.ts';
export { DELEGATE_REGISTRY_V1_ABI } from '../generated/v1-abi.ts';
export { DELEGATE_REGISTRY_V2_ABI } from '../generated/v2-abi.ts';
export type { RevocableGrant, WritableGrant } from './grant.ts';
export { grantCall } from './grant-call.ts';
export { getRegistryAddress } from './registry-address.ts';
export type { RegistryCall } from './registry-call.ts';
export { revokeCall } from './revoke-call.ts';
export { revokeAllDelegatesCall, revokeDelegateCall, revokeSelfCall } from './revoke-of-v1.ts';
