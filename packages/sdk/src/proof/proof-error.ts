/** The published types name no other package, since the package has no dependencies: `verifyCheck` is one bundle. */
import { PROOF_PARTS as PARTS, ProofError as ThrownError } from '@mandate/proof';

/** A part of a proof. */
export type ProofPart = 'form' | 'anchor' | 'age' | 'header' | 'account' | 'storage' | 'slots' | 'answer';

/** A part of a proof that held. */
export interface ProofStep {
  readonly part: ProofPart;
  readonly detail: string;
}

/** The parts of a proof, in the order in which they are verified. */
export const PROOF_PARTS: readonly ProofPart[] = PARTS;

/** A proof that does not hold. `part` is the first part that failed, and the message says what that means. */
export interface ProofError extends Error {
  readonly name: 'ProofError';
  readonly part: ProofPart;
}

export const ProofError: {
  new (part: ProofPart, detail: string): ProofError;
  readonly prototype: ProofError;
} = ThrownError;
