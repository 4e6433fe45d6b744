/**
 * The rule of the exclusive delegate resolver: names the one wallet that acts for a vault or for an ERC721 token, from
 * v2 delegations whose rights end in an expiry.
 */

import { type Address, parseAddress } from './address.ts';
import type { Hex } from './bytes.ts';
import type { V2Delegation, V2Grant } from './delegation.ts';
import { getKind } from './registries.ts';
import type { Rights } from './rights.ts';

declare const lowerCase: unique symbol;

/** The first 24 bytes of rights, in lower case. */
export type RightsIdentifier = Hex & { readonly [lowerCase]: true };

/** 24 zero bytes: a delegation with this identifier takes part for every identifier, behind exact ones. */
export const GLOBAL_IDENTIFIER = `0x${'00'.repeat(24)}` as RightsIdentifier;

const BYTES24 = /^0x[0-9a-f]{48}$/;

export function parseRightsIdentifier(text: string): RightsIdentifier {
  const lower = text.toLowerCase();
  if (!BYTES24.test(lower)) {
    throw new TypeError(`Not a rights identifier: "${text}". Write 0x followed by 48 hex digits.`);
  }
  return lower as RightsIdentifier;
}

/** Reads rights as the resolver does: 24 bytes of identifier, 3 bytes that are ignored, 5 bytes of expiry. */
export function decodeRights(rights: Rights): {
  readonly identifier: RightsIdentifier;
  readonly expiresAt: number;
} {
  return {
    identifier: rights.slice(0, 50) as RightsIdentifier,
    expiresAt: Number.parseInt(rights.slice(56), 16),
  };
}

/** A token of an ERC721 contract. */
export interface ExclusiveToken {
  readonly contract: Address;
  readonly tokenId: bigint;
}

/** One question to the resolver. */
export interface ExclusiveQuestion {
  readonly identifier: RightsIdentifier;
  /** The timestamp of the block that is asked about. */
  readonly timestamp: number;
  /** `null` if the question is about the whole wallet. */
  readonly token: ExclusiveToken | null;
}

/** A delegation and its place in the registry's list: where it was granted for the first time ever. */
export interface ExclusiveCandidate {
  readonly delegation: V2Delegation;
  readonly first: { readonly block: number; readonly log: number };
}

/** Tells whether a delegation counts for a question. ERC20 and ERC1155 delegations never do. */
function takesPart(grant: V2Grant | V2Delegation, question: ExclusiveQuestion): boolean {
  const { identifier, expiresAt } = decodeRights(grant.rights);
  if (question.timestamp > expiresAt) return false;
  if (identifier !== question.identifier && identifier !== GLOBAL_IDENTIFIER) return false;
  return isInScope(grant, question.token);
}

function isInScope(grant: V2Grant | V2Delegation, token: ExclusiveToken | null): boolean {
  if (grant.kind === 'all') return true;
  if (!token || (grant.kind !== 'contract' && grant.kind !== 'erc721')) return false;
  if (grant.contract !== token.contract) return false;
  return grant.kind === 'contract' || grant.tokenId === token.tokenId;
}

/**
 * Compares delegations that take part, the winner first: an exact identifier before a global one, then the narrower
 * scope, then the later place in the list.
 */
function compareExclusive(a: ExclusiveCandidate, b: ExclusiveCandidate): number {
  return (
    Number(isGlobal(a)) - Number(isGlobal(b)) ||
    typeOf(b) - typeOf(a) ||
    b.first.block - a.first.block ||
    b.first.log - a.first.log
  );
}

function isGlobal({ delegation }: ExclusiveCandidate): boolean {
  return decodeRights(delegation.rights).identifier === GLOBAL_IDENTIFIER;
}

function typeOf({ delegation }: ExclusiveCandidate): number {
  return getKind('v2', delegation.kind).contractType;
}

const ZERO = parseAddress(`0x${'0'.repeat(40)}`);

/** Finds the delegation that names the exclusive wallet of their vault. `null` if the vault acts for itself. */
export function findExclusive<C extends ExclusiveCandidate>(
  candidates: readonly C[],
  question: ExclusiveQuestion,
): C | null {
  const [winner = null] = candidates
    .filter(({ delegation }) => takesPart(delegation, question))
    .toSorted(compareExclusive);
  if (winner?.delegation.to !== ZERO) return winner;
  // The resolver takes the zero address for "nobody", unless it stops at this delegation and returns it as it is.
  const { kind, rights } = winner.delegation;
  const isNarrowest = kind === (question.token ? 'erc721' : 'all');
  return isNarrowest && decodeRights(rights).identifier === question.identifier ? winner : null;
}
