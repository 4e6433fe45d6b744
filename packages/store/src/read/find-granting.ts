/** Finds the wallets that grant a scope to a wallet, or that a wallet grants it to, on many chains at once. */
import {
  type Address,
  type Delegation,
  isPossibleGrantor,
  listSatisfyingScope,
  type Registry,
  type Scope,
} from '@mandate/core';
import type { Hex } from 'viem';
import {
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  NAMED_STRICTLY,
  REACHED,
  readCheckpoint,
} from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import {
  begunBy,
  type DelegationRow,
  delegationColumns,
  grantColumns,
  readDelegation,
  steady,
  toBytes,
  toHex,
} from '../database/row.ts';
import { isUncertainSql, type PastBlock } from './block-at.ts';

export interface GrantingRequest {
  /** The side of the given wallet. The wallets on the other side are searched for. */
  readonly direction: 'from' | 'to';
  readonly wallet: Address;
  readonly scope: Scope;
  readonly chains: readonly { readonly chainId: number; readonly registries: readonly Registry[] }[];
  /** The most wallets on a page. A page may be shorter even if more follow. */
  readonly limit: number;
  /** The last wallet of the previous page. */
  readonly after?: Address | undefined;
  /**
   * Count only grants that stood without interruption since the safe block of their chain, with their smallest
   * amount.
   */
  readonly strict?: boolean;
}

/** A standing delegation, and where and when it began. */
export interface DatedRow {
  readonly delegation: Delegation;
  readonly since: {
    readonly block: number;
    readonly log: number;
    readonly tx: Hex;
    /** `null` if the ledger does not know the time of that block. */
    readonly timestamp: number | null;
  };
}

/** A delegation that satisfies the scope. */
export interface Granting extends DatedRow {
  readonly chainId: number;
}

export interface GrantingPage {
  /** Checkpoints of the chains that are in the ledger. */
  readonly checkpoints: Checkpoint[];
  /** The safe block of each chain of a strict question, if known. */
  readonly safeBlocks: ReadonlyMap<number, PastBlock>;
  /** Chains on which the wallet's v1 delegations can't be known at every block that a strict question covers. */
  readonly uncertain: ReadonlySet<number>;
  /** Each wallet on the other side with all of its grants, ordered by address. */
  readonly wallets: { readonly address: Address; readonly grants: Granting[] }[];
  /** The last wallet of the page if more follow, else null. */
  readonly next: Address | null;
}

/**
 * The most rows that a page reads. A wallet with grants on many chains and of many kinds gets a shorter page instead
 * of a slow one.
 */
const MAX_ROWS = 2_000;

/** Reads one page, ordered by the other wallet's address. One statement reads all chains, each at its checkpoint. */
export async function findGranting(database: Database, request: GrantingRequest): Promise<GrantingPage> {
  const { direction, wallet, scope, chains, limit, after, strict } = request;
  const party = direction === 'from' ? { from: wallet } : { to: wallet };
  const ranges = chains.flatMap(({ chainId, registries }) =>
    registries
      .flatMap((registry) => listSatisfyingScope(registry, party, scope))
      .map((grant) => ({ chainId, ...grantColumns(grant) })),
  );
  const rows = await ask<CheckpointRow & GrantingRow>(database, {
    name: `find-granting-${direction}${strict ? '-strict' : ''}`,
    text: (strict ? FIND_GRANTING_STRICT : FIND_GRANTING)[direction],
    values: [
      chains.map(({ chainId }) => chainId),
      ranges.map(({ chainId }) => chainId),
      ranges.map(({ registry }) => registry),
      ranges.map(({ kind }) => kind),
      ranges.map(({ contract }) => contract),
      ranges.map(({ tokenId }) => tokenId),
      ranges.map(({ rights }) => rights),
      toBytes(wallet),
      after ? toBytes(after) : Buffer.alloc(0),
      MAX_ROWS,
      limit + 1,
    ],
  });
  const [ofChains, ofGrants] = [
    rows.filter(({ of_chain }) => of_chain === null),
    rows.filter(({ of_chain }) => of_chain !== null),
  ];
  const found = ofGrants.map(readGranting);
  // Pages are built from all standing rows, whether they count or not, so that each ends where the next begins.
  const counted = new Set(found.filter((_, i) => ofGrants[i]?.is_counted));
  const isCut = rows.some(({ is_cut }) => is_cut);
  return {
    checkpoints: ofChains.map(readCheckpoint),
    safeBlocks: new Map(ofChains.flatMap(readSafeBlock)),
    uncertain: new Set(ofChains.flatMap((row) => (row.is_uncertain ? [row.chain_id] : []))),
    ...cutPage(found, request, (granting) => counted.has(granting), isCut),
  };
}

/** Makes a page of grants that are sorted by the other wallet. Cut: more wallets follow than those of the grants. */
export function cutPage(
  found: readonly Granting[],
  { direction, limit }: Pick<GrantingRequest, 'direction' | 'limit'>,
  isCounted: (granting: Granting) => boolean,
  isCut: boolean,
): Pick<GrantingPage, 'wallets' | 'next'> {
  const all = Map.groupBy(found, ({ delegation }) => delegation[direction === 'from' ? 'to' : 'from']);
  const page = [...all].slice(0, limit);
  return {
    // A registry's checks answer no for grants from impossible wallets, whatever the ledger contains.
    wallets: page.flatMap(([address, own]) => {
      const grants = own.filter((each) => isCounted(each) && isPossibleGrantor(each.delegation));
      return grants.length > 0 ? [{ address, grants }] : [];
    }),
    next: isCut || all.size > limit ? (page.at(-1)?.[0] ?? null) : null,
  };
}

/** The first rows contain one checkpoint each; the others contain one delegation each. */
interface GrantingRow extends DelegationRow, SinceColumns {
  readonly of_chain: number | null;
  /** The range has more rows than were read. */
  readonly is_cut: boolean;
  readonly is_uncertain: boolean;
  readonly is_counted: boolean;
  readonly safe_block: number | null;
  readonly safe_hash: Buffer | null;
  readonly safe_timestamp: number | null;
}

function readSafeBlock(row: CheckpointRow & GrantingRow): [chainId: number, block: PastBlock][] {
  const { chain_id, safe_block: number, safe_hash: hash, safe_timestamp: timestamp } = row;
  return number === null ? [] : [[chain_id, { number, hash: hash && toHex(hash), timestamp }]];
}

function readGranting(row: GrantingRow): Granting {
  const { of_chain: chainId } = row;
  if (chainId === null) throw new TypeError('This row is a checkpoint, not a delegation.');
  return { chainId, ...readDated(row) };
}

/** The columns that say where a row began. */
export interface SinceColumns {
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly since_timestamp: number | null;
}

export function readDated(row: DelegationRow & SinceColumns): DatedRow {
  const { since_block: block, since_log: log, since_tx: tx, since_timestamp: timestamp } = row;
  return { delegation: readDelegation(row), since: { block, log, tx: toHex(tx), timestamp } };
}

const NO_SAFE_BLOCK = 'null::bigint as safe_block, null::bytea as safe_hash, null::bigint as safe_timestamp';

/**
 * Reads one index range for each chain and each grant that satisfies the scope, ordered by the other wallet: no other
 * grants of the wallet are read. Ranges with rows share the page's row limit. A range that has more rows than its
 * share ends the page at its last row, so that each wallet on the page has all of its grants.
 *
 * The parameters are in a CTE, so that PostgreSQL makes the same plan for every wallet.
 */
function grantingSql(direction: 'from' | 'to', strict: 'strict' | null = null): string {
  const other = direction === 'from' ? 'to_address' : 'from_address';
  const columns = `${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx`;
  const safe = REACHED.safe;
  const begun = begunBy({ row: 'f', block: NAMED_STRICTLY });
  const steadily = `join chain c on c.chain_id = f.chain_id
    left join lateral (${steady({ row: 'f', since: safe, at: 'c.block_number' })}) steady on true
    ${begun.join}`;
  const safeBlock = strict
    ? {
        columns: `${safe} as safe_block, b.hash as safe_hash, b.timestamp as safe_timestamp`,
        join: `left join block b on b.chain_id = c.chain_id and b.number = ${safe}`,
      }
    : { columns: NO_SAFE_BLOCK, join: '' };
  const overlap = { chainId: 'c.chain_id', first: safe, last: 'c.block_number', value: '$8::bytea' };
  const isUncertain = `exists (select from uncertain u
    where ${isUncertainSql(direction === 'from' ? 'from' : 'wallet', overlap)})`;
  const range = `from delegation d
      where d.chain_id + 0 = a.chain_id and d.${direction}_address = a.wallet and d.registry = a.registry
        and d.kind = a.kind and d.contract = a.contract and d.token_id = a.token_id and d.rights = a.rights
        and d.${other} > a.after and d.until_block is null
      order by d.${other}`;
  return `
  with asked as materialized (
    select r.*, $8::bytea as wallet, $9::bytea as after
    from unnest($2::bigint[], $3::smallint[], $4::smallint[], $5::bytea[], $6::numeric[], $7::bytea[])
      as r (chain_id, registry, kind, contract, token_id, rights)
  ), filled as materialized (
    select a.* from asked a cross join lateral (select ${range} limit 1) d
  ), share as materialized (
    select least($11::bigint, greatest(1, $10::bigint / greatest(1, count(*)))) as rows from filled
  ), found as materialized (
    select d.*, d.position = share.rows as is_last
    from share cross join filled a
    cross join lateral (
      select d.*, row_number() over (order by d.${other}) as position ${range} limit share.rows
    ) d
  ), cut as materialized (
    select f.${other} as at from found f where f.is_last order by f.${other} limit 1
  ), page as (
    select ${delegationColumns('f', strict ? { amount: 'coalesce(steady.amount, f.amount) as amount' } : {})}, f.chain_id,
      ${strict ? begun.columns : 'f.since_block, f.since_log, f.since_tx'},
      ${strict ? 'coalesce(steady.is_steady, false)' : 'true'} as is_counted,
      dense_rank() over (order by f.${other}) as place
    from found f left join cut on true ${strict ? steadily : ''} where cut.at is null or f.${other} <= cut.at
  )
  select ${CHECKPOINT_COLUMNS}, null::bigint as of_chain, exists (select from cut) as is_cut,
    ${strict ? isUncertain : 'false'} as is_uncertain, false as is_counted, ${columns},
    null::bigint as since_timestamp, ${safeBlock.columns}, 0::bigint as place
  from (select (null::delegation).*) d, chain c ${safeBlock.join} where c.chain_id = any($1::bigint[])
  union all
  select ${CHECKPOINT_COLUMNS}, d.chain_id, false, false, d.is_counted, ${columns},
    (select b.timestamp from block b where b.chain_id = d.chain_id and b.number = d.since_block),
    ${NO_SAFE_BLOCK}, d.place
  from (select (null::chain).*) c, page d where d.place <= $11
  order by place, of_chain, since_block, since_log`;
}

const FIND_GRANTING = { from: grantingSql('from'), to: grantingSql('to') };
const FIND_GRANTING_STRICT = { from: grantingSql('from', 'strict'), to: grantingSql('to', 'strict') };
