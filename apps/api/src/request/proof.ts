/** Proofs of checks: what they cost, and what they cannot be combined with. */
import type { ParameterError } from '../http/problems.ts';
import type { When } from './parameters.ts';
import type { Query } from './read-parameters.ts';

/** A proven check asks nodes, and counts as this many requests. */
export const PROOF_UNITS = 5;
/** The most checks of a batch with proofs. */
export const MAX_PROVEN_CHECKS = 20;

/** Returns the number of requests that a check counts as, before its parameters are read. */
export const unitsOfCheck = ({ query }: { readonly query: unknown }): number =>
  (query as Query)['proof'] === 'true' ? PROOF_UNITS : 1;

interface ProofOptions extends Pick<When, 'consistency'> {
  readonly proof?: boolean | undefined;
  readonly explain?: boolean | undefined;
}

/** Lists the parameters that a proof cannot be combined with. */
export function findProofConflicts({ proof, explain, consistency }: ProofOptions): ParameterError[] {
  const errors: ParameterError[] = [];
  if (!proof) return errors;
  if (explain) errors.push({ parameter: 'explain', message: NOT_EXPLAINED });
  if (consistency === 'strict') errors.push({ parameter: 'consistency', message: NOT_STRICT });
  return errors;
}

const NOT_EXPLAINED =
  'cannot be sent together with proof: a proof shows storage, not transactions. Send two requests.';
const NOT_STRICT =
  'cannot be "strict" together with proof: storage cannot show that a grant stood without interruption. Send blockTag=safe instead.';
