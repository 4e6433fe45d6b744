/** What the auditor is doing on each chain, for `/ready`. */
import type { ConfiguredChain, Readiness } from '@mandate/config';

interface ChainStatus {
  readonly chainId: number;
  /** `standby`: another auditor has the chain. `waiting`: the next pass is not due, or the chain is not followed yet. */
  readonly state: 'standby' | 'waiting' | 'auditing' | 'failing';
  readonly problem: string | null;
}

export interface Status {
  set(chain: ConfiguredChain, state: ChainStatus['state'], problem?: string | null): void;
  describe(): Readiness;
}

export function createStatus(chains: readonly ConfiguredChain[]): Status {
  const states = new Map<number, ChainStatus>(
    chains.map(({ chainId }) => [chainId, { chainId, state: 'standby', problem: null }]),
  );
  return {
    set: ({ chainId }, state, problem = null) => states.set(chainId, { chainId, state, problem }),
    describe() {
      const all = [...states.values()];
      return { isReady: !all.every(({ state }) => state === 'failing'), body: { chains: all } };
    },
  };
}
