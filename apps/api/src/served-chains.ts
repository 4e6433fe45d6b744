import type { ConfiguredChain } from '@mandate/config';
import type { Registry } from '@mandate/core';
import { ProblemError } from './problems.ts';

const MAINNET = 1;

/** The chains that this service serves. */
export function createServedChains(chains: readonly ConfiguredChain[]) {
  const byId = new Map(chains.map((chain) => [chain.chainId, chain]));

  /** The chain that a request asks for, if it is served and has the registry. */
  function find(chainId: number | undefined, registry: Registry): ConfiguredChain | undefined {
    const chain = byId.get(chainId ?? MAINNET);
    return chain?.registries[registry] ? chain : undefined;
  }

  /** As `find`, and says what is wrong with the request where there is none. */
  function get(chainId: number | undefined, registry: Registry): ConfiguredChain {
    const found = find(chainId, registry);
    if (found) return found;
    const id = chainId ?? MAINNET;
    const chain = byId.get(id);
    const detail = chain
      ? `${chain.name} has no ${registry} registry.`
      : `Chain ${id} is not served here${chainId === undefined ? ', and no chainId was sent' : ''}.`;
    const message = `is ${id}. The chains that are served: /networks.`;
    throw new ProblemError('chain_not_supported', `${detail} The chains that are served: /networks.`, [
      { parameter: 'chainId', message },
    ]);
  }

  return { list: () => chains, find, get };
}

export type ServedChains = ReturnType<typeof createServedChains>;
