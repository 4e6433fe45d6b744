/** Tracks the present state of each chain, for `/ready` and the terminal. */

import type { ConfiguredChain, Readiness } from '@mandate/config';
import { messageOf } from '@mandate/core';
import type { AuditState } from '../bootstrap/audit.ts';
import type { BudgetStatus } from '../budget/budget-status.ts';
import { describeEstimate } from '../follow/backfill-estimate.ts';
import { isFollowing, type Step } from '../follow/following.ts';
import type { Observer } from '../observer.ts';
import type { NodeStatus } from './node-report.ts';

export interface ChainStatus {
  readonly chainId: number;
  readonly name: string;
  /** `standby`: another process follows the chain, and this one takes over when it ends. */
  readonly state: 'standby' | 'starting' | 'backfilling' | 'proving' | 'following' | 'failing' | 'tainted';
  readonly ready: boolean;
  readonly indexed: number | null;
  readonly head: number | null;
  readonly events: number;
  /** The last error, until the next success. */
  readonly problem: string | null;
  /** A decision for the operator. The chain is followed anyway. */
  readonly notice: string | null;
  /** The remaining cost of the backfill. */
  readonly estimate: string | null;
}

export interface Status extends Observer {
  list(): ChainStatus[];
}

const NOTHING_KNOWN = {
  state: 'standby',
  ready: true,
  indexed: null,
  head: null,
  events: 0,
  problem: null,
  notice: null,
  estimate: null,
} as const;

export function createStatus(chains: readonly ConfiguredChain[]): Status {
  const statuses = new Map<number, ChainStatus>(
    chains.map(({ chainId, name }) => [chainId, { ...NOTHING_KNOWN, chainId, name }]),
  );
  const audits = new Map<number, AuditState>();
  const update = ({ chainId }: ConfiguredChain, change: Partial<ChainStatus>) => {
    const before = statuses.get(chainId);
    if (before) statuses.set(chainId, { ...before, ...change });
  };
  return {
    list: () => [...statuses.values()].map((status) => withAudit(status, audits.get(status.chainId))),
    held: (chain) => update(chain, { state: 'starting', ready: false }),
    released(chain) {
      audits.delete(chain.chainId);
      update(chain, { state: 'standby', ready: true, problem: null, notice: null, estimate: null });
    },
    audited: (chain, state) => audits.set(chain.chainId, state),
    estimated: (chain, estimate) => update(chain, { estimate: describeEstimate(estimate) }),
    noticed: (chain, notice) => update(chain, { notice }),
    stepped(chain, step) {
      const events = statuses.get(chain.chainId)?.events ?? 0;
      update(chain, afterStep(step, events));
    },
    failed: (chain, error) =>
      update(chain, {
        state: 'failing',
        ready: false,
        problem: messageOf(error),
      }),
  };
}

/** Reports ready if each chain is followed, here or by another process. */
export function describeReadiness(
  chains: readonly ChainStatus[],
  nodes: readonly NodeStatus[] = [],
  budgets: readonly BudgetStatus[] = [],
): Readiness {
  const withNodes = chains.map((chain) => ({
    ...chain,
    nodes: nodes.filter(({ chainId }) => chainId === chain.chainId).map(({ chainId: _, ...node }) => node),
  }));
  return { isReady: chains.every(({ ready }) => ready), body: { chains: withNodes, budgets } };
}

/** An imported chain is served once its standing rows are proved, and its past once the logs agree with it. */
function withAudit(status: ChainStatus, audit: AuditState | undefined): ChainStatus {
  if (status.state !== 'following' || !audit) return status;
  if (audit.type === 'proving') return { ...status, state: 'proving', ready: false, problem: audit.problem };
  if (audit.type !== 'scanning') return status;
  const unverified = `Questions about the past are refused: the logs agree with the imported ledger up to block ${audit.block} of ${audit.until}.`;
  return { ...status, problem: [status.problem, unverified, audit.problem].filter(Boolean).join(' ') };
}

type Idle = Extract<Step, { type: 'idle' }>;

function afterStep(step: Step, events: number): Partial<ChainStatus> {
  if (step.type === 'tainted') return { state: 'tainted', ready: false, problem: step.reason };
  if (step.type === 'rewound') return { indexed: step.block.number, problem: null };
  const following = isFollowing(step.block, step.marks) && step.unsettled === 0;
  return {
    state: following ? 'following' : 'backfilling',
    ready: following,
    ...(following ? { estimate: null } : {}),
    indexed: step.block.number,
    head: step.marks.head,
    events: events + (step.type === 'advanced' ? step.events : 0),
    problem: step.type === 'idle' ? findProblem(step) : null,
  };
}

function findProblem({ block, unsettled, marks: { head, safe, finalized } }: Idle): string | null {
  if (unsettled > 0) return describeUnsettled(unsettled);
  if (head < block.number)
    return `The nodes are at block ${head}, below block ${block.number} of the ledger.`;
  if (safe !== null && finalized !== null) return null;
  return (
    'The nodes name no safe or no final block, so questions about it are refused. If the chain has no such blocks, ' +
    'set "safeDepth" and "finalizedDepth" of the chain.'
  );
}

function describeUnsettled(vaults: number): string {
  return (
    `No node has the state that shows what ${vaults} v1 vaults revoked. ` +
    "Add a node that answers eth_getStorageAt at the chain's newest blocks."
  );
}
