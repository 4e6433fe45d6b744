/** Keeps the auditor's calls within its own limits and within the nodes' budgets, and counts them where all are counted. */
import type { ConfiguredChain } from '@mandate/config';
import {
  type CallBudget,
  createAccounts,
  createCallCounts,
  monthAt,
  type NodeObserver,
  reserveOfMonth,
} from '@mandate/nodes';
import type { NodeStore } from '@mandate/store';
import type { Logger } from 'pino';
import { type CallLimits, createCallLimit } from './call-limit.ts';

const WRITE_MS = 10_000;

export interface AuditBudget extends CallBudget, NodeObserver {
  /** Returns how long to wait with the next step on a chain. */
  pauseMs(chainId: number): number;
  /** Returns the calls to a chain's nodes since the last time. */
  takeCalls(chainId: number): number;
  close(): Promise<void>;
}

interface BudgetOptions {
  readonly limits: CallLimits;
  readonly store: Pick<NodeStore, 'report'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export function startCallBudget(
  chains: readonly ConfiguredChain[],
  { limits, store, log, signal }: BudgetOptions,
): AuditBudget {
  const counts = createCallCounts();
  const accounts = createAccounts(chains, { countMonth: counts.countMonth, now: Date.now, signal });
  const limitOf = new Map(chains.map(({ chainId }) => [chainId, createCallLimit(limits, signal)]));
  const taken = new Map<number, number>();
  let writing: Promise<void> = Promise.resolve();

  async function writeCalls(): Promise<void> {
    const unwritten = counts.take();
    try {
      unwritten.done(await store.report(unwritten.today, [], unwritten.calls));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ error: message }, 'the calls to nodes cannot be written now; retrying');
    }
  }

  /** Writes one report at a time: two at once would add the same calls twice. */
  function write(): Promise<void> {
    writing = writing.then(writeCalls);
    return writing;
  }

  const timer = setInterval(write, WRITE_MS);
  timer.unref();
  const loaded = write();

  return {
    async admit({ chainId }, { label, callsPerMonth }, calls) {
      await loaded;
      await limitOf.get(chainId)?.admit(calls);
      // An audit leaves enough of the month to following the chain.
      const reserve = callsPerMonth === null ? 0 : reserveOfMonth(callsPerMonth, monthAt(Date.now()));
      await accounts.get(label)?.admit(calls, reserve);
    },
    asked({ chainId }, { label }, { methods }) {
      accounts.get(label)?.counted(methods.length);
      counts.add(chainId, label, methods.length);
      taken.set(chainId, (taken.get(chainId) ?? 0) + methods.length);
    },
    pauseMs: (chainId) => limitOf.get(chainId)?.pauseMs() ?? 0,
    erred() {},
    voted() {},
    takeCalls(chainId) {
      const calls = taken.get(chainId) ?? 0;
      taken.delete(chainId);
      return calls;
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
