/** Tracks the present state of each node, as this process knows it. */
import type { ConfiguredChain } from '@mandate/config';
import type { NodeError, NodeObserver, Vote } from '@mandate/nodes';
import type { NodeReport } from '@mandate/store';
import type { Observer } from '../observer.ts';

/** The weight of the last request in the shown latency. */
const WEIGHT = 0.1;

export interface NodeState {
  readonly chainId: number;
  readonly label: string;
  readonly head: number | null;
  /** `null` if the node has no vote, or was not asked yet. */
  readonly vote: Vote | null;
  /** The number of outvoted answers since this process started. */
  readonly outvoted: number;
  readonly outvotedAt: Date | null;
  readonly lastError: { readonly kind: NodeError; readonly at: Date } | null;
  readonly latencyMs: number | null;
}

/** States to write next. */
interface UnwrittenStates {
  readonly states: readonly NodeReport[];
  done(): void;
}

export interface NodeStates extends Observer, NodeObserver {
  list(): NodeState[];
  /** Takes the nodes of the chains that this process follows, and those with changes. */
  take(): UnwrittenStates;
}

interface Entry {
  state: NodeState;
  isFollowed: boolean;
  hasNews: boolean;
  outvotedWritten: number;
}

export function createNodeStates(
  chains: readonly ConfiguredChain[],
  now: () => number = Date.now,
): NodeStates {
  const nameOf = (chainId: number, label: string) => `${chainId} ${label}`;
  const entries = new Map<string, Entry>();
  for (const { chainId, nodes } of chains)
    for (const { label } of nodes) entries.set(nameOf(chainId, label), createEntry(chainId, label));

  function update(chainId: number, label: string, change: (state: NodeState) => Partial<NodeState>): void {
    const entry = entries.get(nameOf(chainId, label));
    if (!entry) return;
    entry.state = { ...entry.state, ...change(entry.state) };
    entry.hasNews = true;
  }

  function setFollowed({ chainId, nodes }: ConfiguredChain, isFollowed: boolean): void {
    for (const { label } of nodes) {
      const entry = entries.get(nameOf(chainId, label));
      if (entry) entry.isFollowed = isFollowed;
    }
  }

  return {
    list: () => [...entries.values()].map(({ state }) => state),
    held: (chain) => setFollowed(chain, true),
    released: (chain) => setFollowed(chain, false),
    stepped() {},
    failed() {},
    asked: ({ chainId }, { label }, { tookMs, head }) =>
      update(chainId, label, (state) => {
        const before = state.latencyMs ?? tookMs;
        return { latencyMs: before + WEIGHT * (tookMs - before), head: head ?? state.head };
      }),
    erred() {},
    voted: ({ chainId }, { label }, { vote, error, standing }) =>
      update(chainId, label, ({ outvoted }) => {
        const at = new Date(now());
        return {
          vote: standing,
          ...(error ? { lastError: { kind: error, at } } : {}),
          ...(vote === 'outvoted' ? { outvoted: outvoted + 1, outvotedAt: at } : {}),
        };
      }),
    take() {
      const taken = [...entries.values()].filter(({ isFollowed, hasNews }) => isFollowed || hasNews);
      const states = taken.map(reportOf);
      for (const entry of taken) entry.hasNews = false;
      return {
        states,
        done() {
          for (const [i, entry] of taken.entries()) entry.outvotedWritten += states[i]?.outvoted ?? 0;
        },
      };
    },
  };
}

function createEntry(chainId: number, label: string): Entry {
  const unseen = { head: null, vote: null, outvoted: 0, outvotedAt: null, lastError: null, latencyMs: null };
  return { state: { chainId, label, ...unseen }, isFollowed: false, hasNews: false, outvotedWritten: 0 };
}

function reportOf({ state, outvotedWritten }: Entry): NodeReport {
  const { chainId, label, head, vote, outvoted, outvotedAt, lastError, latencyMs } = state;
  return {
    chainId,
    node: label,
    head,
    vote,
    outvotedAt,
    outvoted: outvoted - outvotedWritten,
    error: lastError?.kind ?? null,
    errorAt: lastError?.at ?? null,
    latencyMs: latencyMs === null ? null : Math.round(latencyMs),
  };
}
