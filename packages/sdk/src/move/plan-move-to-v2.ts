/** Plans how the delegations of a vault move from v1 to v2. Nothing is guessed: what is not clear is listed. */
import type { Grant } from '../generated/registry.ts';
import { type Address, isSame } from '../hex.ts';
import { factsOfGrant, factsOfRow, identityOf } from '../transactions/grant-facts.ts';
import type { WritableGrant } from '../write/grant.ts';
import { groupWrites, type WriteGroup } from '../write/group-writes.ts';

/** v1 stores no standard of a token, and a v2 grant of an ERC721 never allows an ERC1155 token, nor the reverse. */
export type MoveStandard = 'ERC721' | 'ERC1155';

/** The standard that a contract claims by ERC-165, or why it is not certain. */
export type FoundStandard =
  | MoveStandard
  /** The contract claims neither ERC721 nor ERC1155, or both. */
  | 'unclear'
  /** The address has no code on this chain. */
  | 'noCode'
  /** The nodes did not answer, or disagree. */
  | 'unknown';

/** Why a delegation is not moved until the holder chooses. */
export type UnmovedReason =
  | Exclude<FoundStandard, MoveStandard>
  /** v2 has the same delegation with another amount, which a move would raise. */
  | 'otherAmount';

/** A delegation of either registry, with its chain. */
export type ChainGrant = Grant & { readonly chainId: number };

export interface MoveParameters<Row extends ChainGrant> {
  readonly vault: Address;
  /** All delegations of the vault that stand, in both registries. */
  readonly delegations: readonly Row[];
  readonly standardOf: (chainId: number, contract: Address) => FoundStandard;
  /** Returns what the holder chose for a delegation that would not be moved. */
  readonly choiceOf?: ((row: Row) => MoveStandard | undefined) | undefined;
}

export interface MovePlan<Row extends ChainGrant> {
  readonly vault: Address;
  /** Delegations of v1 without their grant in v2, and that grant. */
  readonly moved: readonly { readonly row: Row; readonly grant: WritableGrant }[];
  /** Delegations of v1 whose very grant stands in v2. */
  readonly there: readonly { readonly row: Row; readonly grant: WritableGrant }[];
  readonly unmoved: readonly { readonly row: Row; readonly reason: UnmovedReason }[];
  /** The grants to write, each group in one transaction. */
  readonly groups: readonly WriteGroup[];
}

const UNLIMITED = 2n ** 256n - 1n;

/**
 * Plans the grants in v2 that allow what the v1 delegations of a vault allow: ALL to ALL, CONTRACT to CONTRACT, TOKEN by the
 * standard of its contract, all with full rights. v1 stays as it is: `planEndOfV1` plans its end.
 *
 * @example
 * const standardOf = await findStandards(client, delegations);
 * const { groups, unmoved } = planMoveToV2({ vault, delegations, standardOf });
 */
export function planMoveToV2<Row extends ChainGrant>(parameters: MoveParameters<Row>): MovePlan<Row> {
  const { vault, delegations } = parameters;
  const own = delegations.filter(({ from }) => isSame(from, vault));
  const standing = amountsOfV2(own);
  const moved: { row: Row; grant: WritableGrant }[] = [];
  const there: { row: Row; grant: WritableGrant }[] = [];
  const unmoved: { row: Row; reason: UnmovedReason }[] = [];
  for (const row of own.filter(({ registry }) => registry === 'v1')) {
    const found = grantFor(row, parameters);
    if (typeof found === 'string') {
      unmoved.push({ row, reason: found });
      continue;
    }
    const facts = factsOfGrant(row.chainId, found);
    const amount = standing.get(identityOf(facts));
    if (amount === undefined) moved.push({ row, grant: found });
    else if (amount === facts.amount) there.push({ row, grant: found });
    else if (parameters.choiceOf?.(row) === 'ERC1155') moved.push({ row, grant: found });
    else unmoved.push({ row, reason: 'otherAmount' });
  }
  const writes = moved.map(({ row: { chainId }, grant }) => ({ action: 'grant', chainId, grant }) as const);
  return { vault, moved, there, unmoved, groups: groupWrites(writes) };
}

/** Returns the amounts of the v2 delegations, by identity. */
export function amountsOfV2(rows: readonly ChainGrant[]): ReadonlyMap<string, bigint | null> {
  const facts = rows.filter(({ registry }) => registry === 'v2').map(factsOfRow);
  return new Map(facts.map((each) => [identityOf(each), each.amount]));
}

function grantFor<Row extends ChainGrant>(
  row: Row,
  { standardOf, choiceOf }: MoveParameters<Row>,
): WritableGrant | Exclude<FoundStandard, MoveStandard> {
  const { type, to, contract, tokenId, chainId } = row;
  if (type === 'ALL') return { registry: 'v2', type: 'all', to };
  if (contract === null) return 'unknown';
  if (type === 'CONTRACT') return { registry: 'v2', type: 'contract', to, contract };
  if (tokenId === null) return 'unknown';
  const found = standardOf(chainId, contract);
  const standard = found === 'ERC721' || found === 'ERC1155' ? found : (choiceOf?.(row) ?? found);
  if (standard === 'ERC721') return { registry: 'v2', type: 'erc721', to, contract, tokenId };
  if (standard !== 'ERC1155') return standard;
  return { registry: 'v2', type: 'erc1155', to, contract, tokenId, amount: UNLIMITED };
}
