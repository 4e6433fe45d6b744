/** The kinds of errors that are counted separately: a closed list, so that nothing a node says can extend it. */

import { codeOf } from '@mandate/core';
import {
  NodeBehindError,
  NodeUnavailableError,
  OverBudgetError,
  QuorumError,
  RateLimitedError,
  RpcError,
  UnprovenError,
  WrongNodeError,
} from '@mandate/nodes';
import { CheckpointMovedError } from '@mandate/store';
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
  UnprovenError,
  WrongNodeError,
};

type ErrorKind = keyof typeof CLASSES | 'DiskFull' | 'other';

export const ERROR_KINDS = [
  ...(Object.keys(CLASSES) as (keyof typeof CLASSES)[]),
  'DiskFull',
  'other',
] as const;

/** PostgreSQL could not write because the disk is full. */
const DISK_FULL = '53100';

export function errorKindOf(error: unknown): ErrorKind {
  if (codeOf(error) === DISK_FULL) return 'DiskFull';
  const known = Object.entries(CLASSES).find(([, known]) => error instanceof known);
  return known ? (known[0] as ErrorKind) : 'other';
}

/** For a chain with one node, an unavailable node is what a lost quorum is for a chain with several. */
export function leavesTooFewNodes(error: unknown): boolean {
  if (error instanceof OverBudgetError) return error.isSpent;
  // The nodes would answer; their calls are saved for more important questions.
  if (error instanceof QuorumError && error.errors.some(isSaving)) return false;
  return [QuorumError, NodeUnavailableError, RateLimitedError].some((known) => error instanceof known);
}

function isSaving(error: unknown): boolean {
  return error instanceof OverBudgetError && !error.isSpent;
}
