/** Why storage could not be proven. */

import { messageOf } from '@mandate/core';
import { lacksState } from './lacks-state.ts';
import { RpcError, WrongHashError } from './rpc/errors.ts';
import { lacksBlock } from './rpc/lacks-block.ts';

/**
 * `unsupported`: the chain has no such proofs, or the nodes do not offer them. `no_state`: they do not have the state of
 * that block. `wrong_proof`: a proof does not belong to the block. `unavailable`: anything else, so trying again may help.
 */
export type UnprovenReason = 'unsupported' | 'no_state' | 'wrong_proof' | 'unavailable';

/** No node gave a proof that holds. */
export class UnprovenError extends AggregateError {
  override readonly name = 'UnprovenError';
  readonly reason: UnprovenReason;
  /** `errors` are those of the nodes that were asked. */
  constructor(reason: UnprovenReason, message: string, errors: readonly unknown[] = []) {
    super(errors, message);
    this.reason = reason;
  }
}

const METHOD_NOT_FOUND = -32_601;
const UNSUPPORTED = [
  /method\b.{0,40}\b(?:not found|not supported|not available|not allowed|does not exist|unsupported|disabled)/i,
  /\b(?:unsupported|unknown|invalid|disallowed) method/i,
  /eth_getProof\b.{0,40}\b(?:not|disabled|unsupported)\b/i,
];

/** Returns why a node's error means that there is no proof. */
export function reasonOf(error: unknown): UnprovenReason {
  if (error instanceof UnprovenError) return error.reason;
  if (error instanceof WrongHashError) return 'wrong_proof';
  if (!(error instanceof RpcError)) return 'unavailable';
  if (lacksState(error) || lacksBlock(error)) return 'no_state';
  const isUnsupported =
    error.code === METHOD_NOT_FOUND || UNSUPPORTED.some((wording) => wording.test(error.said));
  return isUnsupported ? 'unsupported' : 'unavailable';
}

/** The most telling reason comes first: a later try, or another block, may succeed where not all nodes lack the method. */
const MOST_TELLING: readonly UnprovenReason[] = ['wrong_proof', 'unavailable', 'no_state', 'unsupported'];

/** Combines the errors of all nodes. */
export function combineUnproven(block: number, given: readonly unknown[]): UnprovenError {
  const errors = given.flatMap((error) =>
    error instanceof UnprovenError && error.errors.length > 0 ? error.errors : [error],
  );
  const reasons = errors.map(reasonOf);
  const reason = MOST_TELLING.find((each) => reasons.includes(each)) ?? 'unavailable';
  const said = errors.map((error) => messageOf(error));
  return new UnprovenError(reason, `No node proves storage of block ${block}: ${said.join('; ')}`, errors);
}
