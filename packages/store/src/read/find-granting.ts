/** Who grants a wallet a scope, and whom a wallet grants it: on many chains at once, as it stands. */
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
  /** The side of the wallet that is known. The others are searched for. */
  readonly direction: 'from' | 'to';
  readonly wallet: Address;
  readonly scope: Scope;
  readonly chains: readonly { readonly chainId: number; readonly registries: readonly Registry[] }[];
  /** How many of the others at most. There may be fewer though more follow. */
  readonly limit: number;
  /** The last of the page before. */
  readonly after?: Address | undefined;
  /** Only grants that stood without interruption since the safe block of their chain, with their smallest amount. */
  readonly strict?: boolean;
}

/** A delegation that satisfies the scope, with where it began. */
export interface Granting {
  readonly chainId: number;
  readonly delegation: Delegation;
  readonly since: {
    readonly block: number;
    readonly log: number;
    readonly tx: Hex;
    /** Null: the ledger does not know when that block was. */
    readonly timestamp: number | null;
  };
}

export interface GrantingPage {
  /** Of the chains that are in the ledger. */
  readonly checkpoints: Checkpoint[];
  /** The safe block of each chain of a strict question, if it is known. */
  readonly safeBlocks: ReadonlyMap<number, PastBlock>;
  /** The chains whose v1 delegations of the wallet can't be known at every block that a strict question is about. */
  readonly uncertain: ReadonlySet<number>;
  /** Each other wallet with everything it takes part in, by its address. */
  readonly wallets: { readonly address: Address; readonly grants: Granting[] }[];
  /** The last of the page, when more follow. */
  readonly next: Address | null;
}

/**
 * How many rows a page is made of at most. However many chains a stranger uses, in however many ways: such a page is
 * shorter than was asked for, and takes hardly longer.
 */
const MAX_ROWS = 2_000;

/** One page, by the address of the other wallet. All chains are read in one statement, each at its checkpoint. */
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
  // Pages are made of what stands, whether it counts or not, so that each ends where the next begins.
  const counted = new Set(found.filter((_, i) => ofGrants[i]?.is_counted));
  const wallets = groupByWallet(found, direction === 'from' ? 'to' : 'from');
  const page = wallets.slice(0, limit);
  const more = wallets.length > limit || rows.some(({ is_cut }) => is_cut);
  return {
    checkpoints: ofChains.map(readCheckpoint),
    safeBlocks: new Map(ofChains.flatMap(readSafeBlock)),
    uncertain: new Set(ofChains.flatMap((row) => (row.is_uncertain ? [row.chain_id] : []))),
    // Whoever a registry takes for nobody grants nothing, whatever a ledger says: checks say no.
    wallets: page.flatMap(({ address, grants }) => {
      const possible = grants.filter((each) => counted.has(each) && isPossibleGrantor(each.delegation));
      return possible.length > 0 ? [{ address, grants: possible }] : [];
    }),
    next: more ? (page.at(-1)?.address ?? null) : null,
  };
}

/** The first rows have a checkpoint each and nothing else; the others have none. */
interface GrantingRow extends DelegationRow {
  readonly of_chain: number | null;
  /** There is more in a range than was read of it. */
  readonly is_cut: boolean;
  readonly is_uncertain: boolean;
  readonly is_counted: boolean;
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly since_timestamp: number | null;
  readonly safe_block: number | null;
  readonly safe_hash: Buffer | null;
  readonly safe_timestamp: number | null;
}

function readSafeBlock(row: CheckpointRow & GrantingRow): [chainId: number, block: PastBlock][] {
  const { chain_id, safe_block: number, safe_hash: hash, safe_timestamp: timestamp } = row;
  return number === null ? [] : [[chain_id, { number, hash: hash && toHex(hash), timestamp }]];
}

function readGranting(row: GrantingRow): Granting {
  const { of_chain: chainId, since_block: block, since_log: log, since_tx, since_timestamp: timestamp } = row;
  if (chainId === null) throw new TypeError('A row of a checkpoint is no delegation.');
  return { chainId, delegation: readDelegation(row), since: { block, log, tx: toHex(since_tx), timestamp } };
}

function groupByWallet(found: readonly Granting[], side: 'from' | 'to'): GrantingPage['wallets'] {
  const wallets = new Map<Address, Granting[]>();
  for (const granting of found) {
    const address = granting.delegation[side];
    const grants = wallets.get(address);
    if (grants) grants.push(granting);
    else wallets.set(address, [granting]);
  }
  return [...wallets].map(([address, grants]) => ({ address, grants }));
}

const NO_SAFE_BLOCK = 'null::bigint as safe_block, null::bytea as safe_hash, null::bigint as safe_timestamp';

/**
 * A range of the index for each chain and grant that would do, in the order of the other wallet: none of what else
 * the wallet was granted is read. Those that hold anything share the rows of a page. Of a range that goes on after
 * its share nothing is known beyond: the page ends where the first of them does, so that each wallet on it has all
 * of its grants.
 *
 * What is asked stands in a CTE of its own, so that PostgreSQL makes the same plan for every wallet.
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
