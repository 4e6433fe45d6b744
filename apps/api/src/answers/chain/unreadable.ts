/** Says why the nodes of a chain could not tell something. */
import { lacksState, OverBudgetError, QuorumError, RpcError, UnprovenError } from '@mandate/nodes';

export const UNREADABLE = ['nodes_unavailable', 'no_state', 'over_budget'] as const;
export type UnreadableReason = (typeof UNREADABLE)[number];

const DETAILS: Readonly<Record<UnreadableReason, string>> = {
  nodes_unavailable: 'The nodes of this chain do not answer, or do not agree. Try again shortly.',
  no_state:
    'No node of this service has kept the state of that block. Ask about a later block, or ask a service with an archive node.',
  over_budget: 'The nodes of this chain get no more calls now. Try again later.',
};

/** The nodes can't tell. The message says what to do next, and nothing about the nodes. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason, cause?: unknown) {
    super(DETAILS[reason], { cause });
    this.reason = reason;
  }
}

/** Returns why nodes failed. A missing proof has reasons of its own. */
export function unreadableOf(error: unknown): UnreadableError | UnprovenError {
  if (isOverBudget(error)) return new UnreadableError('over_budget', error);
  if (error instanceof UnreadableError || error instanceof UnprovenError) return error;
  return new UnreadableError(reasonOf(error), error);
}

function reasonOf(error: unknown): UnreadableReason {
  if (error instanceof QuorumError) {
    const reasons = new Set(error.errors.map(reasonOf));
    const [only] = reasons;
    return reasons.size === 1 && only && error.answers === 0 ? only : 'nodes_unavailable';
  }
  if (isOverBudget(error)) return 'over_budget';
  return error instanceof RpcError && lacksState(error) ? 'no_state' : 'nodes_unavailable';
}

/** Tells whether a node may get no more calls, or all that could prove something may not. */
function isOverBudget(error: unknown): boolean {
  if (!(error instanceof UnprovenError)) return error instanceof OverBudgetError;
  return error.errors.length > 0 && error.errors.every(isOverBudget);
}
