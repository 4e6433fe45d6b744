/** Made from apps/api/src/operations by `npm run build:docs`. */

import { address, array, object, type Read, uint256 } from '../client/read-json.ts';
import type { Address } from '../hex.ts';

/** The votes of one address. */
export interface VoterScore {
  readonly address: Address;
  /** Its votes, in the smallest unit of the contract. */
  readonly score: bigint;
}

const readVoterScore: Read<VoterScore> = object<VoterScore>({ address: address, score: uint256 });

interface Scores {
  /** One for each address, in the same order. */
  readonly score: VoterScore[];
}

export const readScores: Read<Scores> = object<Scores>({ score: array(readVoterScore) });
