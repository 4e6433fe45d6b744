import type { ConfiguredChain } from '@mandate/config';
import type { Registry } from '@mandate/core';
import { ProblemError } from './problems.ts';
import { createPulse, type Pulse } from './pulse.ts';

const MAINNET = 1;

/** A chain as it is configured, and whether its indexer is alive. */
export interface ServedChain extends ConfiguredChain {
  readonly pulse: Pulse;
}

/** The chains that this service serves. */
export function createServedChains(configured: readonly ConfiguredChain[]) {
  const chains = configured.map((chain): ServedChain => ({ ...chain, pulse: createPulse() }));
  const byId = new Map(chains.map((chain) => [chain.chainId, chain]));

  /** The chain that a request asks for, if it is served and has the registry. */
  function find(chainId: number | undefined, registry: Registry): ServedChain | undefined {
    const chain = byId.get(chainId ?? MAINNET);
    return chain?.registries[registry] ? chain : undefined;
  }

  /** As `find`, and says what is wrong with the request where there is none. */
  function get(chainId: number | undefined, registry: Registry): ServedChain {
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
