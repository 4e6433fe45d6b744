/** Keeps the auditor's calls within its own limits and within the nodes' budgets, and counts them where all are counted. */
import type { ConfiguredChain } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { type CallBudget, type NodeObserver, startCountedBudget } from '@mandate/nodes';
import type { NodeStore } from '@mandate/store';
import type { Logger } from 'pino';
import { type CallLimits, createCallLimit } from './call-limit.ts';

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
  const budget = startCountedBudget(chains, {
    report: (today, calls) => store.report(today, [], calls),
    onError: (error) =>
      log.warn({ error: messageOf(error) }, 'the calls to nodes cannot be written now; retrying'),
    signal,
  });
  const limitOf = new Map(chains.map(({ chainId }) => [chainId, createCallLimit(limits, signal)]));
  const taken = new Map<number, number>();
  return {
    async admit({ chainId }, { label, callsPerMonth }, calls) {
      await limitOf.get(chainId)?.admit(calls);
      await budget.admit(label, callsPerMonth, calls);
    },
    asked({ chainId }, { label }, { methods }) {
      budget.count(chainId, label, methods.length);
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
    close: budget.close,
  };
}
