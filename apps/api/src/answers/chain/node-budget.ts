/** Counts the calls to nodes that requests cause, and keeps them within the nodes' budgets. */
import type { ConfiguredChain } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { type CallBudget, type NodeObserver, startCountedBudget } from '@mandate/nodes';
import type { NodeStore } from '@mandate/store';
import type { Logger } from 'pino';
import type { NodeShares } from './node-shares.ts';

/** A call that has its turn does not wait longer than this for calls that need none, e.g. for the newest block. */
const MAX_WAIT_MS = 1_000;

export interface NodeBudget extends CallBudget, Pick<NodeObserver, 'asked'> {
  close(): Promise<void>;
}

export function startNodeBudget(
  chains: readonly ConfiguredChain[],
  shares: Pick<NodeShares, 'admit' | 'add'>,
  { store, log }: { readonly store: Pick<NodeStore, 'report'>; readonly log: Logger },
): NodeBudget {
  const stopping = new AbortController();
  const budget = startCountedBudget(chains, {
    report: (today, calls) => store.report(today, [], calls),
    onError: (error) =>
      log.warn({ error: messageOf(error) }, 'the calls to nodes cannot be written now; retrying'),
    signal: stopping.signal,
  });
  return {
    async admit(_, node, calls) {
      await shares.admit(node, calls);
      await budget.admit(node.label, node.callsPerMonth, calls, MAX_WAIT_MS);
    },
    asked({ chainId }, node, { methods }) {
      shares.add(node, methods.length);
      budget.count(chainId, node.label, methods.length);
    },
    close() {
      stopping.abort();
      return budget.close();
    },
  };
}
