/** Writes to the registries: their ABIs and addresses, and the calls that grant and revoke. No dependency. */
export { DELEGATE_REGISTRY_V1_ABI } from './delegate-registry-v1-abi.ts';
export { DELEGATE_REGISTRY_V2_ABI } from './delegate-registry-v2-abi.ts';
export type { RevocableGrant, WritableGrant } from './grant.ts';
export { grantCall } from './grant-call.ts';
export {
  getRegistryAddress,
  REGISTRY_ADDRESS_V1,
  REGISTRY_ADDRESS_V2,
  REGISTRY_ADDRESS_V2_ZK_STACK,
} from './registry-address.ts';
export type { RegistryCall } from './registry-call.ts';
export { revokeCall } from './revoke-call.ts';
export { revokeAllDelegatesCall, revokeDelegateCall } from './revoke-of-v1.ts';
