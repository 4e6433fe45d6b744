import {
  REGISTRY_ADDRESS_V1,
  REGISTRY_ADDRESS_V2,
  REGISTRY_ADDRESS_V2_ZK_STACK,
  ZK_STACK_CHAINS,
} from '../generated/addresses.ts';
import type { Address } from '../hex.ts';

/** Returns a registry's address on a chain. */
export function getRegistryAddress(registry: 'v1' | 'v2', chainId = 1): Address {
  if (registry === 'v1') return REGISTRY_ADDRESS_V1;
  return ZK_STACK_CHAINS.includes(chainId) ? REGISTRY_ADDRESS_V2_ZK_STACK : REGISTRY_ADDRESS_V2;
}
