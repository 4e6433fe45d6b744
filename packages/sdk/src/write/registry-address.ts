import type { Address } from '../hex.ts';

/** The address of the first registry, on every chain that has it. */
export const REGISTRY_ADDRESS_V1 = '0x00000000000076A84feF008CDAbe6409d2FE638B';

/** The address of the second registry, on every chain but those of the ZK Stack. */
export const REGISTRY_ADDRESS_V2 = '0x00000000000000447e69651d841bD8D104Bed493';

/** The address of the second registry on chains of the ZK Stack, which derive addresses in another way. */
export const REGISTRY_ADDRESS_V2_ZK_STACK = '0x0000000059A24EB229eED07Ac44229DB56C5d797';

/** ZKsync Era, Abstract and Treasure. */
const ZK_STACK_CHAINS = [324, 2_741, 61_166];

/** Returns a registry's address on a chain. */
export function getRegistryAddress(registry: 'v1' | 'v2', chainId = 1): Address {
  if (registry === 'v1') return REGISTRY_ADDRESS_V1;
  return ZK_STACK_CHAINS.includes(chainId) ? REGISTRY_ADDRESS_V2_ZK_STACK : REGISTRY_ADDRESS_V2;
}
