/** The transactions under way. They are followed until they end, also when their dialog is closed. */
import type { Network } from '@mandate/sdk';
import { client } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { connections } from '../connection.ts';
import type { PlannedTransaction } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { describeProgress } from '../progress-words.ts';
import { runTransaction } from '../run-transaction.ts';
import { addFacts, type Facts, NO_FACTS } from './steps.ts';

/** Transactions that the wallet sends at once: one, or a batch of one chain. */
export interface Sending {
  readonly id: string;
  readonly network: Network;
  readonly transactions: readonly PlannedTransaction[];
}

export interface Run {
  readonly progress: Progress;
  readonly facts: Facts;
}

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

export function readRuns(): ReadonlyMap<string, Run> {
  return runs;
}

export function onRuns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const plain = (progress: Progress) => describeProgress(progress, String);

/** Forgets the runs that are over, so that the same change can be made again. */
export function forgetEndedRuns(): void {
  for (const [id, { progress }] of runs) {
    const { isEnd, isDone } = plain(progress);
    if (isEnd || isDone) change(id, null);
  }
}

/** Resolves once the service knows about it (true) or it ended in another way (false). It is followed after that, too. */
export async function startRun({ id, network, transactions }: Sending): Promise<boolean> {
  return new Promise((resolve) => {
    // A new attempt ends the watch over the one before.
    followers.get(id)?.abort();
    const follower = new AbortController();
    followers.set(id, follower);
    const { signal } = follower;
    const onProgress = (progress: Progress) => {
      if (signal.aborted) return;
      const facts = addFacts(runs.get(id)?.facts ?? NO_FACTS, progress);
      change(id, { progress, facts });
      const { isDone, isEnd } = plain(progress);
      // The explorer shows the delegations of the service, which have just changed.
      if (isDone || progress.step === 'takenBack' || progress.step === 'changedLater')
        void queries.invalidateQueries({ queryKey: ['wallet'] });
      if (isDone || isEnd) resolve(isDone);
    };
    void runTransaction({ connections, client, network, transactions, onProgress, signal }).then(() =>
      resolve(false),
    );
  });
}
