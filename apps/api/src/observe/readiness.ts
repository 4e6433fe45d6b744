/** Tells balancers whether to send requests here: `/ready` of the admin listener. */
import type { Readiness } from '@mandate/config';
import type { Reader } from '@mandate/store';
import type { HostReadModel } from '../answers/read-model.ts';
import type { ServedChain, ServedChains } from '../request/chains.ts';
import { findDoubt } from '../request/freshness.ts';

export interface ReadinessDependencies {
  readonly reader: Pick<Reader, 'listCheckpoints'>;
  readonly chains: ServedChains;
  readonly readModel: Pick<HostReadModel, 'findCheckpoint' | 'problem'> | null;
  /** True once the service was told to end: balancers should send requests elsewhere. */
  readonly isDraining: () => boolean;
}

export function createReadiness({ reader, chains, readModel, isDraining }: ReadinessDependencies) {
  const answersAlone = (chain: ServedChain) =>
    readModel !== null && findDoubt(chain, readModel.findCheckpoint(chain.chainId)) === null;

  /** Reports a failed read model. The service stays ready, because the database is asked instead. */
  function describe(isReady: boolean, status: string): Readiness {
    const problem = readModel?.problem() ?? null;
    return { isReady, body: problem === null ? { status } : { status, readModel: `failed: ${problem}` } };
  }

  return async (): Promise<Readiness> => {
    if (isDraining()) return { isReady: false, body: { status: 'draining' } };
    try {
      await reader.listCheckpoints();
      return describe(true, 'ready');
    } catch {
      // Checks are most of what is asked: as long as all of them are answered, balancers should not turn away.
      const isReady = chains.list().every(answersAlone);
      return describe(isReady, `the database does not answer${isReady ? '; checks are answered' : ''}`);
    }
  };
}
