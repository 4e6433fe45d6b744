/** Limits the calls to the nodes of one label, per second and per month, over all chains together. */
import { setTimeout as delay } from 'node:timers/promises';
import { OverBudgetError } from '../rpc/errors.ts';
import { monthAt } from './month.ts';
import { createSecondLimit } from './second-limit.ts';

export interface AccountOptions {
  readonly label: string;
  /** `null` for no limit. */
  readonly callsPerSecond: number | null;
  readonly callsPerMonth: number | null;
  /** Counts the calls of this month that were answered or given up. */
  readonly countMonth: () => number;
  readonly now: () => number;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

export interface Account {
  readonly label: string;
  readonly callsPerMonth: number | null;
  countMonth(): number;
  /**
   * Waits for the calls' turn. Throws if the month does not allow them, or if they would wait for too long. `reserve` is
   * kept for more important calls.
   */
  admit(calls: number, reserve: number, maxWaitMs?: number): Promise<void>;
  /** Reports that admitted calls have been counted for the month. */
  counted(calls: number): void;
}

const RETRY_MS = 60_000;

export function createAccount(options: AccountOptions): Account {
  const { label, callsPerSecond, callsPerMonth, now, signal } = options;
  const second = callsPerSecond === null ? null : createSecondLimit(callsPerSecond, now);
  /** Calls that were admitted but are not counted yet. */
  let open = 0;
  const countMonth = () => options.countMonth() + open;

  function assertAffordable(calls: number, reserve: number): void {
    if (callsPerMonth === null) return;
    const left = callsPerMonth - countMonth();
    const { nextDay } = monthAt(now());
    const advice = 'Raise its "callsPerMonth", or name another node.';
    if (calls > left)
      throw new OverBudgetError(
        `${label} has had its ${write(callsPerMonth)} calls of this month and is asked again on ${nextDay} (UTC). ${advice}`,
        { isSpent: true, retryAfterMs: RETRY_MS },
      );
    if (calls > left - reserve)
      throw new OverBudgetError(
        `${label} has ${write(left)} calls left this month, which are kept for following chains: old blocks are read ` +
          `slowly until ${nextDay} (UTC). ${advice}`,
        { isSpent: false, retryAfterMs: RETRY_MS },
      );
  }

  return {
    label,
    callsPerMonth,
    countMonth,
    async admit(calls, reserve, maxWaitMs = Number.POSITIVE_INFINITY) {
      assertAffordable(calls, reserve);
      if ((second?.waitMs(calls) ?? 0) > maxWaitMs)
        throw new OverBudgetError(
          `${label} may get ${callsPerSecond} calls a second, and more are waiting.`,
          {
            isSpent: false,
            retryAfterMs: maxWaitMs,
          },
        );
      open += calls;
      try {
        const turn = second?.reserve(calls);
        for (let waitMs = turn?.waitMs() ?? 0; waitMs > 0; waitMs = turn?.waitMs() ?? 0)
          await delay(waitMs, undefined, { signal });
      } catch (error) {
        open -= calls;
        throw error;
      }
    },
    counted(calls) {
      open -= calls;
    },
  };
}

function write(calls: number): string {
  return calls.toLocaleString('en');
}
