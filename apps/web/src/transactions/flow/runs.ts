/** The transactions under way. They are followed until they end, also when their dialog is closed. */
import type { Network } from '@mandate/sdk';
import { outcomeOf, type Progress } from '@mandate/sdk/transactions';
import type { PlannedTransaction } from '../plan/plan.ts';
import { addFacts, type Facts, NO_FACTS } from './steps.ts';

/** Transactions that the wallet sends at once: one, or a batch of one chain. */
export interface Sending {
  /** Names the chain, the vault, the registry and the call of each transaction. */
  readonly id: string;
  readonly network: Network;
  readonly transactions: readonly [PlannedTransaction, ...PlannedTransaction[]];
}

export interface Run {
  readonly progress: Progress;
  readonly facts: Facts;
}

/** `get` and `subscribe` fit `useSyncExternalStore`. */
export interface Runs {
  /** Returns the runs by the id of their sending. */
  get(): ReadonlyMap<string, Run>;
  subscribe(listener: () => void): () => void;
  /** Forgets the runs that are over, so that the same change can be made again. */
  forgetEnded(): void;
  /**
   * Resolves once the service knows about it (true) or it ended in another way (false). It is followed after that, too. With the
   * id of a proposal of an earlier visit, nothing is sent.
   */
  start(sending: Sending, proposal?: string): Promise<boolean>;
}

interface RunsOptions {
  /** Sends and follows. Resolves when there is nothing more to follow. */
  readonly follow: (
    sending: Sending,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
    proposal?: string,
  ) => Promise<void>;
  /** Called when the service's answers about the vault have changed. */
  readonly onAnswers: () => void;
}

const changesAnswers = ({ step }: Progress) =>
  step === 'known' || step === 'safe' || step === 'takenBack' || step === 'changedLater';

export function createRuns({ follow, onAnswers }: RunsOptions): Runs {
  const listeners = new Set<() => void>();
  const followers = new Map<string, AbortController>();
  let runs: ReadonlyMap<string, Run> = new Map();

  function change(id: string, run: Run | null): void {
    const next = new Map(runs);
    if (run) next.set(id, run);
    else next.delete(id);
    runs = next;
    for (const tell of listeners) tell();
  }

  function createReport(id: string, follower: AbortController, onOutcome: (isDone: boolean) => void) {
    let facts = NO_FACTS;
    return (progress: Progress) => {
      if (follower.signal.aborted) return;
      facts = addFacts(facts, progress);
      // A run that was forgotten is still watched for the explorer. It is no news of a later dialog.
      if (followers.get(id) === follower) change(id, { progress, facts });
      if (changesAnswers(progress)) onAnswers();
      const { isDone, isEnd } = outcomeOf(progress);
      if (isDone || isEnd) onOutcome(isDone);
    };
  }

  return {
    get: () => runs,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forgetEnded() {
      for (const [id, { progress }] of runs) {
        const { isEnd, isDone } = outcomeOf(progress);
        if (!isEnd && !isDone) continue;
        followers.delete(id);
        change(id, null);
      }
    },
    start(sending, proposal) {
      const { id } = sending;
      // A new attempt ends the watch over the one before.
      followers.get(id)?.abort();
      const follower = new AbortController();
      followers.set(id, follower);
      return new Promise((resolve) => {
        const onProgress = createReport(id, follower, resolve);
        void follow(sending, onProgress, follower.signal, proposal).then(() => resolve(false));
      });
    },
  };
}
