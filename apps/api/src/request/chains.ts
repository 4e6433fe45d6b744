import type { ConfiguredChain } from '@mandate/config';
import type { Registry } from '@mandate/core';
import { createWatchedChains, type IsNamed, type WatchedChain } from '@mandate/feed';
import { ProblemError } from '../http/problems.ts';

export const MAINNET = 1;

export type { WatchedChain as ServedChain };

/** Ends the refusal of a chain. */
export function describeServed(chains: readonly Pick<WatchedChain, 'chainId'>[]): string {
  const ids = chains.map(({ chainId }) => chainId).toSorted((a, b) => a - b);
  return `Served chains: ${ids.join(', ') || 'none'}. /networks describes them.`;
}

/** `isNamed` asks the database which wallets the vaults under audit name. */
export function createServedChains(configured: readonly ConfiguredChain[], isNamed: IsNamed) {
  const chains = createWatchedChains(configured, isNamed);

  /** Returns the chain that a request asks for. Throws unless it is served and has the registry. */
  function get(chainId: number | undefined, registry: Registry): WatchedChain {
    const id = chainId ?? MAINNET;
    const chain = chains.find(id);
    if (chain?.registries[registry]) return chain;
    const detail = chain
      ? `This service indexes no ${registry} registry on ${chain.name}.`
      : `Chain ${id} is not served here${chainId === undefined ? ', and no chainId was sent' : ''}.`;
    const next = describeServed(chains.list().filter(({ registries }) => registries[registry]));
    const errors = [{ parameter: 'chainId', message: `is ${id}. ${next}` }];
    throw new ProblemError('chain_not_supported', `${detail} ${next}`, errors);
  }

  /** Returns the chain that a request asks for. Throws unless it is served and has one of the registries. */
  function getWithAny(chainId: number | undefined, registries: readonly Registry[]): WatchedChain {
    const { registries: served = {} } = chains.find(chainId ?? MAINNET) ?? {};
    return get(chainId, registries.find((name) => served[name]) ?? registries.at(-1) ?? 'v2');
  }

  return { ...chains, get, getWithAny };
}

export type ServedChains = ReturnType<typeof createServedChains>;
