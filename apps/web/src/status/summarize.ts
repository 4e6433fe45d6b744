import type { ChainStatus } from '@mandate/sdk';

export interface Summary {
  readonly isGood: boolean;
  readonly text: string;
}

/** The one line that most visitors look for. */
export function summarize(chains: readonly Pick<ChainStatus, 'name' | 'state'>[]): Summary {
  const silent = chains.filter(({ state }) => state !== 'ready');
  if (silent.length === 0) {
    const all = chains.length === 2 ? 'Both chains' : `All ${chains.length} chains`;
    const text = chains.length === 1 ? 'The chain is ready.' : `${all} are ready.`;
    return { isGood: true, text };
  }
  const names = silent.map(({ name }) => name).join(', ');
  if (silent.length === chains.length) return { isGood: false, text: `No chain is ready: ${names}.` };
  const one = silent.length === 1;
  return {
    isGood: false,
    text: `${silent.length} of ${chains.length} chains ${one ? 'is' : 'are'} not ready: ${names}.`,
  };
}
