/** Sends calls together with others of the same moment. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Outcome } from './answers.ts';
import type { Batches, Call } from './batches.ts';

interface JoinedOutcomes {
  readonly outcomes: readonly Outcome[];
  readonly isOneRequest: boolean;
}

/** Sends calls that belong together. They share one request, if the node accepts so many calls. */
export type JoinAll = (calls: readonly Call[]) => Promise<JoinedOutcomes>;

interface Joined {
  readonly calls: readonly Call[];
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: unknown) => void;
}

/** `requestOf` returns the number of the request that an outcome came with. */
export function createJoining(
  batches: Batches,
  requestOf: (outcome: Outcome) => number | undefined,
): JoinAll {
  const joined: Joined[] = [];
  let answering = false;

  async function answerJoined(): Promise<void> {
    answering = true;
    // Waits for calls that are made at the same moment, or right after an answer, so that they share requests.
    for (await breathe(); joined.length > 0; await breathe()) {
      const some = joined.splice(0, countFitting(joined, batches.size));
      await batches.settle(some.flatMap(({ calls }) => calls)).then(
        (outcomes) => {
          const left = [...outcomes];
          for (const { calls, resolve } of some) resolve(left.splice(0, calls.length));
        },
        (error: Error) => {
          // The node is unavailable, or limits our requests: the waiting calls would fail, too.
          for (const { reject } of [...some, ...joined.splice(0)]) reject(error);
        },
      );
    }
    answering = false;
  }

  return async (calls) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    joined.push({ calls, resolve, reject });
    if (!answering) void answerJoined();
    const outcomes = await promise;
    return { outcomes, isOneRequest: new Set(outcomes.map(requestOf)).size === 1 };
  };
}

/** Counts those whose calls fit into one request, at least one. */
function countFitting(joined: readonly Joined[], size: number): number {
  let calls = 0;
  const tooMany = joined.findIndex((each) => {
    calls += each.calls.length;
    return calls > size;
  });
  return tooMany === -1 ? joined.length : Math.max(1, tooMany);
}
