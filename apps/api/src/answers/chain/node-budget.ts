/** Counts the calls to nodes that requests cause, and keeps them within the nodes' budgets. */
import type { ConfiguredChain, ConfiguredNode } from '@mandate/config';
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

const WRITE_MS = 10_000;
/** A client does not wait longer than this for its turn at a node with a limit per second. */
const MAX_WAIT_MS = 1_000;
const SECOND_MS = 1_000;

export interface NodeBudget extends CallBudget, Pick<NodeObserver, 'asked'> {
  /** Tells whether a node has so many waiting calls, and calls to come, that one more would wait for too long. */
  isFull(node: ConfiguredNode, callsToCome: number): boolean;
  close(): Promise<void>;
}

/**
 * Writes the calls to the database regularly, where those of the indexer are too: both share a month. A request leaves
 * enough of it to following the chains.
 */
export function startNodeBudget(
  chains: readonly ConfiguredChain[],
  store: Pick<NodeStore, 'report'>,
  log: Logger,
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
    async admit(_, { label, callsPerMonth }, calls) {
      await loaded;
      const reserve = callsPerMonth === null ? 0 : reserveOfMonth(callsPerMonth, monthAt(Date.now()));
      await accounts.get(label)?.admit(calls, reserve, MAX_WAIT_MS);
    },
    isFull({ label, callsPerSecond }, callsToCome) {
      if (callsPerSecond === null) return false;
      if (callsToCome > (callsPerSecond * MAX_WAIT_MS) / SECOND_MS) return true;
      return (accounts.get(label)?.waitMs() ?? 0) > MAX_WAIT_MS;
    },
    asked({ chainId }, { label }, { methods }) {
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
