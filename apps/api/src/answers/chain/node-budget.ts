/** Counts the calls to nodes that requests cause, and keeps them within the nodes' budgets. */
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
import { messageOf } from '../../http/problems.ts';
import type { NodeShares } from './node-shares.ts';

const WRITE_MS = 10_000;
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
  const counts = createCallCounts();
  const stopping = new AbortController();
  const accounts = createAccounts(chains, {
    countMonth: counts.countMonth,
    now: Date.now,
    signal: stopping.signal,
  });
  const hasMonths = [...accounts.values()].some(({ callsPerMonth }) => callsPerMonth !== null);
  let hasNews = false;
  let writing: Promise<void> = Promise.resolve();

  async function writeCalls(): Promise<void> {
    hasNews = false;
    const taken = counts.take();
    try {
      taken.done(await store.report(taken.today, [], taken.calls));
    } catch (error) {
      hasNews = true;
      log.warn({ error: messageOf(error) }, 'the calls to nodes cannot be written now; retrying');
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
    async admit(_, node, calls) {
      const { label, callsPerMonth } = node;
      await shares.admit(node, calls);
      await loaded;
      const reserve = callsPerMonth === null ? 0 : reserveOfMonth(callsPerMonth, monthAt(Date.now()));
      await accounts.get(label)?.admit(calls, reserve, MAX_WAIT_MS);
    },
    asked({ chainId }, node, { methods }) {
      const { label } = node;
      shares.add(node, methods.length);
      accounts.get(label)?.counted(methods.length);
      counts.add(chainId, label, methods.length);
      hasNews = true;
    },
    async close() {
      clearInterval(timer);
      stopping.abort();
      if (hasNews) await write();
    },
  };
}
