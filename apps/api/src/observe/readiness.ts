/** Tells balancers whether to send requests here: `/ready` of the admin listener. */
import type { Readiness } from '@mandate/config';
import type { HostReadModel } from '../answers/read-model.ts';
import type { ServedChains } from '../request/chains.ts';
import { findDoubt } from '../request/freshness.ts';
import type { DatabaseProbe } from './database-probe.ts';

export interface ReadinessDependencies {
  readonly probe: Pick<DatabaseProbe, 'isAnswered'>;
  readonly chains: Pick<ServedChains, 'list'>;
  readonly readModel: Pick<HostReadModel, 'findCheckpoint' | 'problem'> | null;
  /** True once the service was told to end: balancers should send requests elsewhere. */
  readonly isDraining: () => boolean;
}

export function createReadiness({ probe, chains, readModel, isDraining }: ReadinessDependencies) {
  /** A replica that has just started takes no requests before the database has answered it or it has every chain. */
  let hasBegun = false;

  /** Reports a failed read model. The service stays ready, because the database is asked instead. */
  function describe(isReady: boolean, status: string): Readiness {
    const problem = readModel?.problem() ?? null;
    return { isReady, body: problem === null ? { status } : { status, readModel: `failed: ${problem}` } };
  }

  /** Without its database, a replica that can answer about one chain is better than none. */
  function describeAlone(): Readiness {
    const served = chains.list().map((chain) => {
      const checkpoint = readModel?.findCheckpoint(chain.chainId) ?? null;
      return { isThere: checkpoint !== null, isAnswered: findDoubt(chain, checkpoint) === null };
    });
    hasBegun ||= served.every(({ isThere }) => isThere);
    const answered = served.filter(({ isAnswered }) => isAnswered).length;
    if (!hasBegun || answered === 0) return describe(false, 'the database does not answer');
    const of = `${answered} of ${served.length} ${served.length === 1 ? 'chain' : 'chains'}`;
    return describe(true, `the database does not answer; the read model answers checks of ${of}`);
  }

  return async (): Promise<Readiness> => {
    if (isDraining()) return { isReady: false, body: { status: 'draining' } };
    if (!probe.isAnswered()) return describeAlone();
    hasBegun = true;
    return describe(true, 'ready');
  };
}
