/** Writes the states and calls of nodes to the database, for the status page and for the next start. */
import type { ConfiguredChain } from '@mandate/config';
import { createCallCounts, type NodeObserver } from '@mandate/nodes';
import type { NodeStore } from '@mandate/store';
import type { Logger } from 'pino';
import type { Observer } from '../observer.ts';
import { createNodeLines } from './node-lines.ts';
import { createNodeStates, type NodeState } from './node-states.ts';
import { writeRegularly } from './write-regularly.ts';

const WRITE_MS = 10_000;
const PURGE_MS = 24 * 3_600_000;

export interface NodeStatus extends NodeState {
  readonly callsToday: number;
  /** `null` if the price is unknown. */
  readonly costToday: number | null;
}

export interface NodeReport extends Observer, NodeObserver {
  /** Resolves once the calls of this month were read. */
  readonly loaded: Promise<void>;
  list(): NodeStatus[];
  /** Counts the calls of this month to all nodes with this label, on all chains and from all indexers. */
  countMonth(label: string): number;
  /** Writes for the last time. */
  stop(): Promise<void>;
}

/** Starts to write regularly. While the database is unavailable, everything is kept and written later. */
export function startNodeReport(
  chains: readonly ConfiguredChain[],
  store: NodeStore,
  log: Logger,
  { writeMs = WRITE_MS } = {},
): NodeReport {
  const states = createNodeStates(chains);
  const lines = createNodeLines(log);
  const counts = createCallCounts();
  const prices = new Map(
    chains.flatMap(({ chainId, nodes }) =>
      nodes.map((node) => [`${chainId} ${node.label}`, node.costPerMillionCalls]),
    ),
  );

  async function writeReport(): Promise<void> {
    const [taken, calls] = [states.take(), counts.take()];
    const before = await store.report(calls.today, taken.states, calls.calls);
    taken.done();
    calls.done(before);
  }

  const writing = writeRegularly(writeReport, {
    subject: 'the states and calls of nodes are',
    writeMs,
    purge: () => store.purge(),
    purgeMs: PURGE_MS,
    log,
  });

  return {
    ...states,
    loaded: writing.write(),
    asked(chain, node, request) {
      states.asked(chain, node, request);
      counts.add(chain.chainId, node.label, request.methods.length);
    },
    voted(...voted) {
      states.voted(...voted);
      lines.voted(...voted);
    },
    list: () =>
      states.list().map((state) => {
        const callsToday = counts.countToday(state.chainId, state.label);
        const price = prices.get(`${state.chainId} ${state.label}`) ?? null;
        return { ...state, callsToday, costToday: price === null ? null : (callsToday * price) / 1e6 };
      }),
    countMonth: counts.countMonth,
    stop: writing.stop,
  };
}
