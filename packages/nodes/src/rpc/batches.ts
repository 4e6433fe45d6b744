/** Sends calls in batches that the node accepts: their size is learned from its refusals. */
import { setTimeout as delay } from 'node:timers/promises';
import { createAcceptedSize } from './accepted-size.ts';
import { BatchRefusedError, type Outcome } from './answers.ts';
import { AnswerTooLargeError, NoJsonError, OverBudgetError, RateLimitedError, RpcError } from './errors.ts';
import { lacksBlock } from './lacks-block.ts';

const CALLS = { first: 100, max: 500 };
/** A node may limit all calls this often in a row, and ask for a pause of at most this long. */
const MAX_TRIES = 4;
const MAX_WAIT_MS = 5_000;

export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Batches {
  /** The number of calls that the node accepts in one request, as far as known. */
  readonly size: number;
  /** Returns the outcome of each call. Throws if the node does not answer, or limits us for too long. */
  settle(calls: readonly Call[]): Promise<Outcome[]>;
}

export function createBatches(
  request: (calls: readonly Call[]) => Promise<Outcome[]>,
  maxCalls = CALLS.max,
): Batches {
  const size = createAcceptedSize({
    first: Math.min(CALLS.first, maxCalls),
    max: Math.min(CALLS.max, maxCalls),
  });

  async function settle(calls: readonly Call[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let tries = 0;
    for (let open = [...calls.keys()]; open.length > 0; open = open.filter((i) => !outcomes[i])) {
      const some = open.slice(0, size.current);
      const given = await askSome(some.flatMap((i) => calls[i] ?? []));
      const limits = given.flatMap((outcome) => limitOf(outcome) ?? []);
      given.forEach((outcome, k) => {
        if (!limitOf(outcome)) outcomes[some[k] ?? 0] = outcome;
      });
      tries = limits.length === some.length ? tries + 1 : 0;
      if (limits[0]) await waitFor(limits[0], tries, some.length);
    }
    return outcomes;
  }

  /** Waits here, because a step makes many calls: if every limit restarted the step, it would never end. */
  async function waitFor(limit: RateLimitedError, tries: number, calls: number): Promise<void> {
    if (tries === MAX_TRIES || limit.retryAfterMs > MAX_WAIT_MS) throw limit;
    // Fewer calls at once may be within the limit. A request that is limited once may have come too early.
    if (tries !== 1) size.failed(calls);
    await delay(limit.retryAfterMs * 2 ** Math.max(0, tries - 1));
  }

  /** Returns nothing if the node refuses this many calls: fewer may succeed. */
  async function askSome(calls: readonly Call[]): Promise<Outcome[]> {
    try {
      const given = await request(calls);
      if (await isRefusal(calls, given)) throw new BatchRefusedError();
      // A node that answers only with errors has not shown that it accepts this many calls.
      if (given.some((outcome) => 'result' in outcome)) size.accepted(calls.length);
      return given;
    } catch (error) {
      if (error instanceof RateLimitedError) return calls.map(() => ({ error }));
      return learn(calls.length, error);
    }
  }

  /**
   * Returns whether the node refuses the batch with the same error for each call, in unknown words: then a single
   * call succeeds. A server that lacks a block refuses no batch, even if another server has it.
   */
  async function isRefusal(calls: readonly Call[], given: readonly Outcome[]): Promise<boolean> {
    const [first] = calls;
    const said = new Set(given.map(wordsOf));
    if (!first || calls.length === 1 || said.size > 1 || said.has(null)) return false;
    const [alone] = await request([first]);
    return alone !== undefined && 'result' in alone;
  }

  /** Handles a batch without any answer: fewer calls may succeed. Throws if they can't. */
  function learn(calls: number, error: unknown): [] {
    const isTooMuch =
      error instanceof BatchRefusedError ||
      error instanceof AnswerTooLargeError ||
      error instanceof NoJsonError;
    if (isTooMuch && calls > 1) {
      size.refused(calls);
      return [];
    }
    // A budget says nothing about what the node accepts.
    if (!(error instanceof OverBudgetError)) size.failed(calls);
    throw error;
  }

  return {
    get size() {
      return size.current;
    },
    settle,
  };
}

function limitOf(outcome: Outcome): RateLimitedError | null {
  return 'error' in outcome && outcome.error instanceof RateLimitedError ? outcome.error : null;
}

/** Returns the node's message about the request, if there is one instead of a result. A revert is a contract's. */
function wordsOf(outcome: Outcome): string | null {
  if (!('error' in outcome) || !(outcome.error instanceof RpcError)) return null;
  return outcome.error.isRevert || lacksBlock(outcome.error) ? null : outcome.error.said;
}
