/** Whether balancers should send requests here: `/ready` of the admin listener. */
import type { Readiness } from '@mandate/config';
import type { Replica } from '@mandate/replica';
import type { Reader } from '@mandate/store';
import { findDoubt } from './freshness.ts';
import type { ServedChain, ServedChains } from './served-chains.ts';

export interface ReadinessDependencies {
  readonly reader: Pick<Reader, 'listCheckpoints'>;
  readonly chains: ServedChains;
  readonly replica: Pick<Replica, 'findCheckpoint'> | null;
  /** True once the service was told to end: balancers should turn away. */
  readonly isDraining: () => boolean;
}

export function createReadiness({ reader, chains, replica, isDraining }: ReadinessDependencies) {
  const answersAlone = (chain: ServedChain) =>
    replica !== null && findDoubt(chain, replica.findCheckpoint(chain.chainId)) === null;

  return async (): Promise<Readiness> => {
    if (isDraining()) return { isReady: false, body: { status: 'draining' } };
    try {
      await reader.listCheckpoints();
      return { isReady: true, body: { status: 'ready' } };
    } catch {
      // Checks are most of what is asked: as long as all of them are answered, balancers should not turn away.
      const isReady = chains.list().every(answersAlone);
      const status = `the database does not answer${isReady ? '; checks are answered' : ''}`;
      return { isReady, body: { status } };
    }
  };
}
