/** Says why there is no proof, and what is possible instead. */
import { UnprovenError, type UnprovenReason } from '@mandate/nodes';
import { ProblemError } from '../../http/problems.ts';
import type { Pinned } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import { UnreadableError } from '../chain/unreadable.ts';

/** Asking again sooner gives the same answer. */
const SAME_FOR_LONG_S = 3_600;

/** Refuses a chain whose state can't be proven. */
export function assertProvable({ name, evidence }: ServedChain): void {
  if (evidence.proofs) return;
  const detail = `${name} has no proofs. Ask without proof; /networks shows which chains have proofs.`;
  throw new ProblemError('proofs_not_supported', detail);
}

/** Refuses a block from before an upgrade that gave the chain headers that can be verified. */
export function assertProvableAt({ name, evidence: { headersFrom } }: ServedChain, block: number): void {
  if (block >= headersFrom) return;
  const detail = `${name} has proofs since block ${headersFrom}, not of block ${block}. Ask without proof.`;
  throw new ProblemError('proofs_not_supported', detail);
}

/** Returns the problem of nodes that gave no proof. Errors of ours are thrown on. */
export function unproven(
  error: unknown,
  { name }: ServedChain,
  { block, isPast, isFinal }: Pinned,
): ProblemError {
  if (error instanceof UnreadableError) return new ProblemError('proof_unavailable', error.message);
  if (!(error instanceof UnprovenError)) throw error;
  const { number } = block;
  const details: Readonly<Record<UnprovenReason, string>> = {
    no_state: `No node of this service has the state of block ${number} of ${name}. Ask about a newer block, e.g. the latest or safe one, or ask a service with an archive node.`,
    unsupported: `The nodes of this service give no proofs of ${name}. Ask without proof, or ask another service.`,
    wrong_proof: `The nodes of this service gave no valid proof of block ${number} of ${name}. Try again shortly, or ask without proof.`,
    unavailable: `The nodes of ${name} do not answer, or do not have block ${number} now. Try again shortly.`,
  };
  // A node that lacks the newest block will have it soon.
  const reason = error.reason === 'no_state' && !isPast ? 'unavailable' : error.reason;
  const isLasting = reason === 'unsupported' || (reason === 'no_state' && isFinal);
  const retryS = isLasting ? SAME_FOR_LONG_S : undefined;
  return new ProblemError('proof_unavailable', details[reason], undefined, retryS);
}
