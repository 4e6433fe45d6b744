/** Delegations from the point of view of one wallet, with both directions separate. */

import type { Delegation, DelegationV1, Registry } from '@mandate/sdk';
import type { GrantKind } from '../../components/grant-kinds.ts';
import { KIND_WORDS, kindOf, writeRights } from '../../components/grant-words.ts';
import type { Direction } from './explorer-search.ts';

export interface Grant {
  /** Unique within a list. */
  readonly id: number;
  readonly direction: Direction;
  /** The other wallet. */
  readonly counterpart: string;
  readonly kind: GrantKind;
  readonly contract: string | null;
  readonly tokenId: bigint | null;
  readonly amount: bigint | null;
  /** Null in v1, which has no rights. */
  readonly rights: string | null;
  readonly rightsText: string;
  /** A short form for narrow places. */
  readonly rightsShort: string;
  readonly isLimited: boolean;
  /** The wallet delegated to itself. */
  readonly isSelf: boolean;
  /** The wallet may act for another one, but has given nothing to it. */
  readonly isUnsolicited: boolean;
  /** All searchable text, in lower case. */
  readonly haystack: string;
}

export interface Grants {
  readonly outgoing: readonly Grant[];
  readonly incoming: readonly Grant[];
}

export type DelegationRow = { readonly registry: Registry } & Delegation;

/** Converts v1 into the fields of v2. v1 has no rights, so its delegations always have full rights. */
export function rowOfV1({ type, delegate, vault, contract, tokenId }: DelegationV1): DelegationRow {
  const rights = `0x${'00'.repeat(32)}` as const;
  return {
    registry: 'v1',
    type,
    from: vault,
    to: delegate,
    contract,
    tokenId,
    rights,
    tokenType: null,
    amount: null,
  };
}

export function seenFrom(wallet: string, rows: readonly DelegationRow[]): Grants {
  const self = wallet.toLowerCase();
  const given = new Set<string>();
  for (const { from, to } of rows) if (from.toLowerCase() === self) given.add(to.toLowerCase());
  const outgoing: Grant[] = [];
  const incoming: Grant[] = [];
  rows.forEach((row, id) => {
    const isOutgoing = row.from.toLowerCase() === self;
    const counterpart = isOutgoing ? row.to : row.from;
    const isUnsolicited = !isOutgoing && !given.has(counterpart.toLowerCase());
    (isOutgoing ? outgoing : incoming).push(present(row, { id, isOutgoing, counterpart, isUnsolicited }));
  });
  return { outgoing, incoming };
}

interface Seen {
  readonly id: number;
  readonly isOutgoing: boolean;
  readonly counterpart: string;
  readonly isUnsolicited: boolean;
}

function present(row: DelegationRow, { id, isOutgoing, counterpart, isUnsolicited }: Seen): Grant {
  const { contract, tokenId, amount } = row;
  const kind = kindOf(row);
  const rights = row.registry === 'v1' ? null : row.rights;
  const [rightsText, rightsShort] = writeRights(rights);
  const words = [counterpart, contract, tokenId, amount, rightsText, rights, KIND_WORDS[kind].name];
  const isSelf = row.from === row.to;
  if (isUnsolicited) words.push('unsolicited');
  if (isSelf) words.push('itself');
  return {
    id,
    direction: isOutgoing ? 'outgoing' : 'incoming',
    counterpart,
    kind,
    contract,
    tokenId,
    amount,
    rights,
    rightsText,
    rightsShort,
    isLimited: rightsText !== 'Full rights',
    isSelf,
    isUnsolicited,
    haystack: words
      .filter((word) => word !== null)
      .join(' ')
      .toLowerCase(),
  };
}

export interface Filter {
  readonly q: string;
  readonly kind: GrantKind | undefined;
}

export function filterGrants(grants: readonly Grant[], { q, kind }: Filter): readonly Grant[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && !kind) return grants;
  return grants.filter(
    (grant) => (!kind || grant.kind === kind) && words.every((word) => grant.haystack.includes(word)),
  );
}
