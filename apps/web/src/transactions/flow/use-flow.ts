/** Sends the transactions of a plan, one after the other. */
import type { Network } from '@mandate/sdk';
import { canBatch, outcomeOf } from '@mandate/sdk/transactions';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useConnection } from '../../wallets/use-connection.ts';
import type { Plan } from '../plan/plan.ts';
import { groupSendings, listBatchChains } from './group-sendings.ts';
import { pageRuns } from './page-runs.ts';
import type { Run, Sending } from './runs.ts';

/** `stuck`: it is still watched, and a new attempt makes sense. `elsewhere`: the connected Safe lives on another chain. */
export type SendingState = 'elsewhere' | 'todo' | 'busy' | 'stuck' | 'done' | 'bad';

export interface Flow {
  readonly sendings: readonly (Sending & { readonly run: Run | undefined; readonly state: SendingState })[];
  readonly isRunning: boolean;
  readonly isDone: boolean;
  readonly hasBegun: boolean;
  /** Sends those that are left, until one fails. */
  start(): void;
}

export function useFlow(plan: Plan, networks: readonly Network[]): Flow {
  // A run that is over belongs to an earlier dialog. Nobody sees its end here.
  useLayoutEffect(() => pageRuns.forgetEnded(), []);
  const runs = useSyncExternalStore(pageRuns.subscribe, pageRuns.get);
  const batchChains = useBatchChains(plan);
  const [isRunning, setRunning] = useState(false);
  const { onlyChain } = useConnection()?.wallet ?? {};
  const attempt = useRef(0);
  const [frozen, setFrozen] = useState<readonly Sending[] | null>(null);
  const planned = useMemo(
    () => groupSendings(plan.transactions, networks, batchChains),
    [plan, networks, batchChains],
  );
  const sendings = (frozen ?? planned).map((sending) => {
    const run = runs.get(sending.id);
    const isElsewhere = !run && onlyChain !== undefined && sending.network.chainId !== onlyChain;
    return { ...sending, run, state: isElsewhere ? 'elsewhere' : stateOf(run) } as const;
  });
  const left = sendings.filter(({ state }) => state !== 'done' && state !== 'busy' && state !== 'elsewhere');
  const has = (wanted: SendingState) => sendings.some(({ state }) => state === wanted);
  const start = async () => {
    const own = ++attempt.current;
    // A plan must not change while it is being sent.
    setFrozen(frozen ?? planned);
    setRunning(true);
    for (const sending of left) if (!(await pageRuns.start(sending))) break;
    if (own === attempt.current) setRunning(false);
  };
  return {
    sendings,
    isRunning: (isRunning || has('busy')) && !has('stuck'),
    isDone: sendings.length > 0 && sendings.every(({ state }) => state === 'done'),
    hasBegun: frozen !== null,
    start: () => void start(),
  };
}

function stateOf(run: Run | undefined): SendingState {
  if (!run) return 'todo';
  const { isDone, isEnd, canRetry } = outcomeOf(run.progress);
  if (isDone) return 'done';
  if (isEnd) return 'bad';
  return canRetry ? 'stuck' : 'busy';
}

const NO_CHAINS: ReadonlySet<number> = new Set();

/** Finds the chains on which the wallet sends several calls as one (EIP-5792). */
function useBatchChains(plan: Plan): ReadonlySet<number> {
  const connection = useConnection();
  const chains = listBatchChains(plan.transactions);
  const { data = NO_CHAINS } = useQuery({
    queryKey: ['batch-chains', connection?.account, connection?.wallet.id, ...chains],
    queryFn:
      connection && chains.length > 0
        ? async () => {
            const answers = await Promise.all(
              chains.map((chainId) => canBatch(connection.wallet.provider, connection.account, chainId)),
            );
            return new Set(chains.filter((_, index) => answers[index]));
          }
        : skipToken,
  });
  return data;
}
