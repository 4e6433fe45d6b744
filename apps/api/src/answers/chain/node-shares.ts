/** Shares the nodes among clients: who may ask, whose turn it is, and what counts for whom. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConfiguredChain, ConfiguredNode } from '@mandate/config';
import { OverBudgetError } from '@mandate/nodes';
import { type Asker, EVERYBODY } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';
import { createDayShares } from './day-shares.ts';
import { createNodeMeter, type NodeMeter, type NodeUse } from './node-meter.ts';
import { createNodeTurns, MAX_WAIT_MS, type Turn } from './node-turns.ts';

const SECOND_MS = 1_000;
/** The most questions that wait for their turn in this process. */
const MAX_WAITING = 2_000;
const RETRY_AFTER_S = 2;
export const TOO_MANY = 'Too many questions to the nodes are in progress. Try again shortly.';
const TOO_MANY_OWN =
  'This client has too many questions to the nodes in progress. Wait until some are answered.';
const DAY_SPENT =
  'The share of one client in the calls to the nodes of this chain is used up for today. Try again tomorrow (UTC).';

/** A client that asks the nodes of a chain. */
export interface Asking {
  readonly chain: ConfiguredChain;
  readonly asker: Asker;
  readonly use: NodeUse;
  /** Calls that have had their turn already. */
  prepaid: number;
}

export type NodeShares = ReturnType<typeof createNodeShares>;

export function createNodeShares(chains: readonly ConfiguredChain[]) {
  const meters = new Map<string, NodeMeter>();
  for (const { label, callsPerSecond } of chains.flatMap(({ nodes }) => nodes))
    meters.set(
      label,
      createNodeMeter(callsPerSecond, () => performance.now()),
    );
  const turns = createNodeTurns(() => performance.now());
  const days = createDayShares(Date.now);
  const waiting = createWaitingCounts();
  /** The client that the present calls count for. */
  const current = new AsyncLocalStorage<Asking | null>();

  const listMeters = (nodes: readonly ConfiguredNode[]) =>
    nodes.flatMap(({ label }) => meters.get(label) ?? []);
  const listMetersOf = ({ chain }: Asking) => listMeters(listVoters(chain));

  function turnOf(asking: Asking, units: number): Turn {
    const { chainId, quorum } = asking.chain;
    const { use, asker } = asking;
    return { chainId, quorum, meters: listMetersOf(asking), use, lanes: asker.lanes, units };
  }

  async function wait(asking: Asking, turn: Turn): Promise<void> {
    const give = waiting.take(asking);
    await turns.wait(turn).finally(give);
  }

  /** Returns how many questions of one client may wait: more would have no turn in time. */
  function maxWaiting(asking: Asking): number {
    const perSecond = listMetersOf(asking).map((meter) => meter.maxOf(asking.use));
    return (Math.max(...perSecond) * MAX_WAIT_MS) / SECOND_MS;
  }

  return {
    /**
     * Takes a place among the questions that will ask the nodes, and returns a function that gives it back. Refuses the
     * request if it would wait for too long, or if the client has used up its share of the day.
     */
    takePlace(asking: Asking): () => void {
      const { chain, asker } = asking;
      if (listVoters(chain).every((node) => days.isSpent(node, asker)))
        throw new ProblemError('rate_limited', DAY_SPENT, undefined, Math.ceil(days.leftMs() / SECOND_MS));
      const isFull = waiting.count(asking) >= maxWaiting(asking);
      if (isFull && asker.lanes.length > 0)
        throw new ProblemError('rate_limited', TOO_MANY_OWN, undefined, RETRY_AFTER_S);
      if (isFull || turns.countWaiting() >= MAX_WAITING) throw new ProblemError('overloaded', TOO_MANY);
      return waiting.take(asking);
    },
    /** Returns the most calls that are sent at once, so that others have their turns in between. */
    maxAtOnce: (asking: Asking) =>
      Math.max(...listMetersOf(asking).map((meter) => meter.maxAtOnce(asking.use))),
    /** Waits for the turn of calls to the voting nodes. Throws an `OverBudgetError`. */
    async takeTurn(asking: Asking, units: number): Promise<void> {
      const paid = Math.min(asking.prepaid, units);
      asking.prepaid -= paid;
      if (units > paid) await wait(asking, turnOf(asking, units - paid));
    },
    /** Waits now for the turn of calls that are made later. */
    async prepay(asking: Asking, units: number): Promise<void> {
      await wait(asking, turnOf(asking, units));
      asking.prepaid += units;
    },
    /** Returns the client that calls count for now, if there is one. */
    findCurrent: () => current.getStore() ?? null,
    /** Counts the calls of this work for its client. */
    count: <T>(asking: Asking, work: () => Promise<T>): Promise<T> => current.run(asking, work),
    /** Counts these calls for a client. The work itself counts for nobody, as it shares requests with others. */
    countShared<T>(asking: Asking, calls: number, work: () => Promise<T>): Promise<T> {
      for (const node of listVoters(asking.chain)) days.add(node, asking.asker, calls);
      return current.run(null, work);
    },
    /** Waits until the client may ask this node. Throws an `OverBudgetError`. */
    async admit(node: ConfiguredNode, calls: number): Promise<void> {
      const asking = current.getStore();
      if (!asking) return;
      if (days.isSpent(node, asking.asker))
        throw new OverBudgetError(`One client has had its calls of today to ${node.label}.`, {
          isSpent: true,
          retryAfterMs: days.leftMs(),
        });
      // Calls to voting nodes had their turn already. Others are asked only if these lack a state.
      if (node.stateOnly)
        await wait(asking, { ...turnOf(asking, calls), meters: listMeters([node]), quorum: 1 });
    },
    /** Counts calls that a node got. */
    add(node: ConfiguredNode, calls: number): void {
      const asking = current.getStore();
      if (asking) days.add(node, asking.asker, calls);
    },
  };
}

const listVoters = ({ nodes }: ConfiguredChain) => nodes.filter(({ stateOnly }) => !stateOnly);

/** Counts what waits under each name of a client: questions that have not asked the nodes yet, and turns. */
function createWaitingCounts() {
  const counts = new Map<string, number>();
  const listKeys = ({ chain, asker: { lanes }, use }: Asking) =>
    (lanes.length > 0 ? lanes : [EVERYBODY]).map((lane) => `${chain.chainId} ${use} ${lane}`);

  function add(key: string, more: number): void {
    const count = (counts.get(key) ?? 0) + more;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }

  return {
    count: (asking: Asking) => Math.max(...listKeys(asking).map((key) => counts.get(key) ?? 0)),
    /** Counts one more, and returns a function that ends it. */
    take(asking: Asking): () => void {
      const keys = listKeys(asking);
      for (const key of keys) add(key, 1);
      let isTaken = true;
      return () => {
        if (isTaken) for (const key of keys) add(key, -1);
        isTaken = false;
      };
    },
  };
}
