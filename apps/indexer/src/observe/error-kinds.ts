/** The kinds of errors that are counted apart: a closed list, so that nothing a node says can add to it. */
import { CheckpointMovedError } from '@mandate/store';
import { QuorumError } from '../nodes/quorum.ts';
import {
  NodeBehindError,
  NodeUnavailableError,
  OverBudgetError,
  RateLimitedError,
  RpcError,
  WrongNodeError,
} from '../nodes/rpc-errors.ts';
import { LyingNodeError } from '../verify/verify.ts';

const CLASSES = {
  CheckpointMovedError,
  LyingNodeError,
  NodeBehindError,
  NodeUnavailableError,
  OverBudgetError,
  QuorumError,
  RateLimitedError,
  RpcError,
  WrongNodeError,
};

type ErrorKind = keyof typeof CLASSES | 'DiskFull' | 'other';

export const ERROR_KINDS = [
  ...(Object.keys(CLASSES) as (keyof typeof CLASSES)[]),
  'DiskFull',
  'other',
] as const;

/** PostgreSQL could not write: there is no room. */
const DISK_FULL = '53100';

export function errorKindOf(error: unknown): ErrorKind {
  if (error instanceof Error && 'code' in error && error.code === DISK_FULL) return 'DiskFull';
  const known = Object.entries(CLASSES).find(([, known]) => error instanceof known);
  return known ? (known[0] as ErrorKind) : 'other';
}

/** Of a chain with one node, that node's silence is what too few voices are of a chain with several. */
export function leavesTooFewNodes(error: unknown): boolean {
  if (error instanceof OverBudgetError) return error.isSpent;
  // The nodes would answer; we save their calls for more important questions.
  if (error instanceof QuorumError && error.errors.some(isSaving)) return false;
  return [QuorumError, NodeUnavailableError, RateLimitedError].some((known) => error instanceof known);
}

function isSaving(error: unknown): boolean {
  return error instanceof OverBudgetError && !error.isSpent;
}
