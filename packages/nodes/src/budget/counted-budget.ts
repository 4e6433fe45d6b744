/** Keeps the calls of a process within the budgets of the nodes, which it shares with other processes through the database. */
import type { ConfiguredChain } from '@mandate/config';
import type { NodeCalls, NodeUsage } from '@mandate/store';
import { createAccounts, reserveOfMonth } from './accounts.ts';
import { createCallCounts } from './call-counts.ts';
import { monthAt } from './month.ts';

const WRITE_MS = 10_000;

interface Options {
  /** Adds calls to those of all processes, and returns those that were there before. */
  readonly report: (today: string, calls: readonly NodeCalls[]) => Promise<readonly NodeUsage[]>;
  /** Called if calls could not be written. They are written again. */
  readonly onError: (error: unknown) => void;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/** Begins to write the calls regularly. Each leaves enough of the month to following the chains. */
export function startCountedBudget(chains: readonly ConfiguredChain[], { report, onError, signal }: Options) {
  const counts = createCallCounts();
  const accounts = createAccounts(chains, { countMonth: counts.countMonth, now: Date.now, signal });
  const hasMonths = [...accounts.values()].some(({ callsPerMonth }) => callsPerMonth !== null);
  let hasNews = false;
  let writing: Promise<void> = Promise.resolve();

  async function writeCalls(): Promise<void> {
    hasNews = false;
    const taken = counts.take();
    try {
      taken.done(await report(taken.today, taken.calls));
    } catch (error) {
      hasNews = true;
      onError(error);
    }
  }

  /** Writes one report at a time: two at once would add the same calls twice. */
  function write(): Promise<void> {
    if (hasNews || hasMonths) writing = writing.then(writeCalls);
    return writing;
  }

  const timer = setInterval(write, WRITE_MS);
  timer.unref();
  const loaded = write();

  return {
    /** Waits for the turn of calls to a node. Throws if the month does not allow them, or if they would wait for too long. */
    async admit(
      label: string,
      callsPerMonth: number | null,
      calls: number,
      maxWaitMs?: number,
    ): Promise<void> {
      await loaded;
      const reserve = callsPerMonth === null ? 0 : reserveOfMonth(callsPerMonth, monthAt(Date.now()));
      await accounts.get(label)?.admit(calls, reserve, maxWaitMs);
    },
    /** Counts calls that were made. */
    count(chainId: number, label: string, calls: number): void {
      accounts.get(label)?.counted(calls);
      counts.add(chainId, label, calls);
      hasNews = true;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      if (hasNews) await write();
    },
  };
}
