/** Reads the delegations that decide who acts exclusively for a vault or one of its tokens, at any block. */
import {
  type Address,
  type ExclusiveCandidate,
  type ExclusiveToken,
  GLOBAL_IDENTIFIER,
  getKind,
  isPossibleGrantor,
  type KindOf,
  parseRights,
  REGISTRIES,
  type RightsIdentifier,
  type V2Delegation,
} from '@mandate/core';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { type DelegationRow, delegationColumns, readDelegation, toBytes } from '../database/row.ts';
import { listSpanNodes } from './span-nodes.ts';

/** The chain, the block and the right that a question is about. */
export interface ExclusiveMoment {
  readonly chainId: number;
  readonly identifier: RightsIdentifier;
  /** The block and its timestamp, which expiries are compared with. Default: the checkpoint's. */
  readonly at?: { readonly number: number; readonly timestamp: number } | undefined;
}

export interface ExclusiveRequest extends ExclusiveMoment {
  readonly vault: Address;
  /** `null` if the question is about the whole wallet. */
  readonly token: ExclusiveToken | null;
}

/** A delegation that takes part, with its place in the registry's list. */
export interface ExclusiveRow extends ExclusiveCandidate {
  /** The block in which the grant that stands began. A grant that was given again has an earlier place in the list. */
  readonly block: number;
}

/** Reads the few delegations of a vault among which the winner is. Core's `findExclusive` picks it. */
export async function findExclusive(
  database: Database,
  { vault, token, ...moment }: ExclusiveRequest,
): Promise<Read<{ readonly candidates: ExclusiveRow[] }>> {
  const kinds: KindOf<'v2'>[] = token ? ['all', 'contract', 'erc721'] : ['all'];
  const rows = await ask<CheckpointRow & MaybeRow>(database, {
    name: 'find-exclusive',
    text: FIND_EXCLUSIVE,
    values: [
      ...momentParameters(moment),
      ...rangeParameters(moment.identifier, kinds, token),
      toBytes(vault),
    ],
  });
  const [first] = rows;
  if (!first) return null;
  return { checkpoint: readCheckpoint(first), candidates: readRows(rows) };
}

interface ExclusiveColumns extends DelegationRow {
  readonly since_block: number;
  readonly first_block: number;
  readonly first_log: number;
}
/** All columns are null if there is no delegation. */
export type MaybeRow = { readonly [Column in keyof ExclusiveColumns]: ExclusiveColumns[Column] | null };

/** Leaves out rows from wallets whose delegations the registry never counts. */
export function readRows(rows: readonly MaybeRow[]): ExclusiveRow[] {
  return rows
    .filter((row): row is ExclusiveColumns => row.since_block !== null)
    .map((row) => ({
      delegation: readDelegation(row) as V2Delegation,
      first: { block: row.first_block, log: row.first_log },
      block: row.since_block,
    }))
    .filter(({ delegation }) => isPossibleGrantor(delegation));
}

const EXPIRY_BYTES = 5;
const LATEST_EXPIRY = 2 ** 40 - 1;

/** Returns the values of $1 to $5, which `askedSql` and `endedSql` use. */
export function momentParameters({ chainId, at }: ExclusiveMoment) {
  const { left, right } = at ? listSpanNodes(at.number) : { left: [], right: [] };
  const timestamp = at && Math.min(at.timestamp, LATEST_EXPIRY);
  return [chainId, at?.number ?? null, timestamp ?? null, left, right];
}

/** Selects the chain, the block, and the smallest expiry that counts at it. */
export const ASKED = `
  select c.*, coalesce($2::bigint, c.block_number) as at_block,
    substring(int8send(least(coalesce($3::bigint, c.block_timestamp), ${LATEST_EXPIRY})) from ${8 - EXPIRY_BYTES + 1}) as expiry
  from chain c where c.chain_id = $1::bigint`;

/** Returns the values of $6 to $11: a range of rights for each kind and identifier, each with its rank. */
export function rangeParameters(
  identifier: RightsIdentifier,
  kinds: readonly KindOf<'v2'>[],
  token: ExclusiveToken | null,
) {
  const ranges = listIdentifiers(identifier).flatMap((own) => kinds.map((kind) => ({ own, kind })));
  const has = (kind: KindOf<'v2'>, field: 'contract' | 'tokenId') =>
    getKind('v2', kind).scope.includes(field) ? token?.[field] : undefined;
  return [
    ranges.map(({ own, kind }) => rankOf(own, kind)),
    ranges.map(({ kind }) => getKind('v2', kind).ledgerNumber),
    ranges.map(({ kind }) => toBytes((has(kind, 'contract') as Address | undefined) ?? '0x')),
    ranges.map(({ kind }) => String(has(kind, 'tokenId') ?? -1)),
    ranges.map(({ own }) => toBytes(parseRights(`${own}${'00'.repeat(8)}`))),
    ranges.map(({ own }) => toBytes(parseRights(`${own}${'ff'.repeat(8)}`))),
  ];
}

/** Lists the identifiers that take part for one. */
export function listIdentifiers(identifier: RightsIdentifier): RightsIdentifier[] {
  return identifier === GLOBAL_IDENTIFIER ? [GLOBAL_IDENTIFIER] : [identifier, GLOBAL_IDENTIFIER];
}

/** Orders kinds and identifiers as core's `compareExclusive` does, the winner highest. */
function rankOf(identifier: RightsIdentifier, kind: KindOf<'v2'>): number {
  return (identifier === GLOBAL_IDENTIFIER ? 0 : 10) + getKind('v2', kind).contractType;
}

export const V2 = REGISTRIES.v2.ledgerNumber;
/** The condition under which a row `d` takes part at the block of `a`, if its identifier and its scope do. */
export const COUNTS = 'd.since_block <= a.at_block and substring(d.rights from 28) >= a.expiry';

/** Selects the rows of a vault that ended since the block of `a` and stood at it. `vault` is SQL. */
export function endedSql(vault: string): string {
  const atNodes = (nodes: string, sign: '' | '-', stood: string) => `
    select d.* from unnest(${nodes}::bigint[]) as n (node) cross join lateral (
      select * from delegation d
      where d.chain_id + 0 = a.chain_id and d.registry = ${V2} and d.from_address = ${vault}
        and ${sign}span_node(d.since_block, d.until_block) = ${sign}n.node and d.until_block is not null and ${stood}
    ) d`;
  return `${atNodes('$4', '', 'd.until_block > a.at_block')}
    union all ${atNodes('$5', '-', 'd.since_block <= a.at_block')}`;
}

/** Returns a lateral join of the place where the grant of a row `d` was given for the first time ever. */
export const FIRST = `cross join lateral (
    select f.since_block as first_block, f.since_log as first_log from delegation f
    where (f.chain_id, f.from_address, f.to_address, f.registry, f.kind, f.contract, f.token_id, f.rights)
      = (d.chain_id, d.from_address, d.to_address, d.registry, d.kind, d.contract, d.token_id, d.rights)
    order by f.since_block, f.since_log limit 1
  ) first`;

export const EXCLUSIVE_COLUMNS = `${delegationColumns('d')}, d.since_block, d.first_block, d.first_log`;

/**
 * Selects the winner of a vault, and at most one other row: the newest grant of the best rank, and the one with the
 * latest place among those that began after the newest grant's own place. No other can have a later place, so only
 * grants that were given again cost a search for their place. `vault` is SQL, as is `more`, which adds rows of `found`.
 */
export function winnersSql(vault: string, more = ''): string {
  return `
    with found as materialized (
      select d.*, r.rank
      from unnest($6::integer[], $7::smallint[], $8::bytea[], $9::numeric[], $10::bytea[], $11::bytea[])
        as r (rank, kind, contract, token_id, low, high)
      cross join lateral (
        select * from delegation d
        where d.chain_id + 0 = a.chain_id and d.from_address = ${vault} and d.registry = ${V2} and d.kind = r.kind
          and d.contract = r.contract and d.token_id = r.token_id and d.rights > r.low and d.rights <= r.high
          and d.until_block is null and ${COUNTS}
        -- Keeps PostgreSQL from reading all rows of the vault once for all ranges.
        offset 0
      ) d
      union all
      select d.*, r.rank from (${endedSql(vault)}) d
      join unnest($6::integer[], $7::smallint[], $8::bytea[], $9::numeric[], $10::bytea[], $11::bytea[])
        as r (rank, kind, contract, token_id, low, high)
        on d.kind = r.kind and d.contract = r.contract and d.token_id = r.token_id
          and d.rights > r.low and d.rights <= r.high and ${COUNTS}
    ), best as materialized (
      select d.* from found d where d.rank = (select max(rank) from found)
    ), newest as materialized (
      select d.*, first.*
      from (select * from best order by since_block desc, since_log desc limit 1) d ${FIRST}
    ), rival as (
      select d.*, first.*
      from newest n join best d on (d.since_block, d.since_log) > (n.first_block, n.first_log) and d.id <> n.id ${FIRST}
      order by first.first_block desc, first.first_log desc limit 1
    )
    select * from newest union all select * from rival ${more}`;
}

const FIND_EXCLUSIVE = `
  with asked as materialized (${ASKED})
  select ${CHECKPOINT_COLUMNS}, ${EXCLUSIVE_COLUMNS}
  from asked c
  left join lateral (select d.* from asked a cross join lateral (${winnersSql('$12::bytea')}) d) d on true`;
