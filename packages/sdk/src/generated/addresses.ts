/** Made from packages/core by `npm run build:docs`. */
/** The address of the first registry, on every chain that has it. */
export const REGISTRY_ADDRESS_V1 = '0x00000000000076A84feF008CDAbe6409d2FE638B';

/** The address of the second registry, on every chain but those of the ZK Stack. */
export const REGISTRY_ADDRESS_V2 = '0x00000000000000447e69651d841bD8D104Bed493';

/** The address of the second registry on chains of the ZK Stack, which derive addresses in another way. */
export const REGISTRY_ADDRESS_V2_ZK_STACK = '0x0000000059A24EB229eED07Ac44229DB56C5d797';

export const ZK_STACK_CHAINS: readonly number[] = [324, 2741, 61166];

/** The chains whose registries are known to have these addresses. */
export const CATALOGUE_CHAINS: readonly number[] = [
  1, 10, 56, 100, 137, 250, 324, 360, 1101, 1284, 1285, 1329, 1996, 2020, 2021, 2741, 2911, 5000, 7000, 7700,
  8453, 10143, 17000, 33139, 42161, 42170, 42220, 43114, 59144, 61166, 69000, 81457, 84532, 98866, 167000,
  534352, 660279, 7777777, 11155111,
];
