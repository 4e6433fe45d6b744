/** The address that a change is sent to. The service is not trusted with it where the registries are known. */
import type { Network, Registry } from '@mandate/sdk';
import { CATALOGUE_CHAINS, getRegistryAddress } from '@mandate/sdk/write';
import type { Address } from './write.ts';

export type RegistryOf =
  | {
      readonly network: Network;
      readonly address: Address;
      /** `false` if only the service names the address. */
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
  const isKnown = CATALOGUE_CHAINS.includes(chainId);
  const known = getRegistryAddress(registry, chainId);
  if (isKnown && address.toLowerCase() !== known.toLowerCase()) {
    return {
      problem: `The service names ${address} as the ${registry} registry on ${network.name}. It is ${known}, so this page sends nothing. Use another service, and report this to its operator.`,
    };
  }
  return { network, address, isKnown };
}
