/** The address that a change is sent to. The service is not trusted with it where the registries are known. */
import type { Network, Registry } from '@mandate/sdk';
import { getRegistryAddress } from '@mandate/sdk/write';
import type { Address } from './write.ts';

/** The chains whose registries have the addresses of the SDK: those of the catalogue, which this site may not import. */
export const CATALOGUE_CHAINS: ReadonlySet<number> = new Set([
  1, 10, 56, 100, 137, 250, 324, 360, 1_101, 1_284, 1_285, 1_329, 1_996, 2_020, 2_021, 2_741, 2_911, 5_000,
  7_000, 7_700, 8_453, 10_143, 17_000, 33_139, 42_161, 42_170, 42_220, 43_114, 59_144, 61_166, 69_000, 81_457,
  84_532, 98_866, 167_000, 534_352, 660_279, 7_777_777, 11_155_111,
]);

export type RegistryOf =
  | {
      readonly network: Network;
      readonly address: Address;
      /** False: only the service names the address. */
      readonly isKnown: boolean;
    }
  /** Why nothing can be sent, and what to do. */
  | { readonly problem: string };

export function registryOf(registry: Registry, chainId: number, networks: readonly Network[]): RegistryOf {
  const network = networks.find((each) => each.chainId === chainId);
  const address = network?.registries[registry];
  if (!network || !address) {
    const name = network?.name ?? `chain ${chainId}`;
    return {
      problem: `The service knows no ${registry} registry on ${name}. Choose another chain or registry, or reload the page later.`,
    };
  }
  const isKnown = CATALOGUE_CHAINS.has(chainId);
  const known = getRegistryAddress(registry, chainId);
  if (isKnown && address.toLowerCase() !== known.toLowerCase()) {
    return {
      problem: `The service names ${address} as the ${registry} registry on ${network.name}. It is ${known}, so this page sends nothing. Use another service, and report this to its operator.`,
    };
  }
  return { network, address, isKnown };
}
