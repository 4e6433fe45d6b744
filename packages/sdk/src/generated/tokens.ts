/** Made from apps/api/src/operations by `npm run build:docs`. */

import { address, array, flag, object, orNull, type Read, uint256 } from '../client/read-json.ts';
import type { Address } from '../hex.ts';
import { readTimedGrant, readUnknownPart, type TimedGrant, type UnknownPart } from './eligibility.ts';

/** A token that a wallet may use. */
export interface UsableToken {
  readonly tokenId: bigint;
  /** The wallet itself, or the vault that has the token. */
  readonly holder: Address;
  /** How many the wallet may use, if the contract is an ERC1155. `null` if it is an ERC721. */
  readonly amount: bigint | null;
  /** The grants that let the wallet use it. None for its own. */
  readonly grants: TimedGrant[];
}

const readUsableToken: Read<UsableToken> = object<UsableToken>({
  tokenId: uint256,
  holder: address,
  amount: orNull(uint256),
  grants: array(readTimedGrant),
});

/** The tokens that a wallet may use, as far as they are known. */
export interface KnownTokens {
  /** Sorted by holder, the oldest grant first, then by id. Those of an ERC1155 are sorted by id. */
  readonly tokens: UsableToken[];
  /** Nothing is missing. **If it is false, a token that is not listed may be usable**: `unknown` says why. */
  readonly complete: boolean;
  /** The ids that may be usable or not: `unknown` says why. */
  readonly unknownIds: bigint[];
  /** The parts that could not be read. Empty if everything was. */
  readonly unknown: UnknownPart[];
}

const ofKnownTokens = {
  tokens: array(readUsableToken),
  complete: flag,
  unknownIds: array(uint256),
  unknown: array(readUnknownPart),
};

export const readKnownTokens: Read<KnownTokens> = object<KnownTokens>(ofKnownTokens);
