/** Finds the block that a question is about, if it is not the newest one. */
import { type Address, REGISTRIES } from '@mandate/core';
import type { Hex } from 'viem';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, REACHED, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';

/** A question's name for a block: a mark of the chain, a number, or a time in seconds since 1970. */
export type Moment =
  | { readonly type: 'latest' | 'safe' | 'finalized' }
  | { readonly type: 'block' | 'time'; readonly value: number };

/** A past block. If it has no events, the ledger may know only its number. */
export interface PastBlock {
  readonly number: number;
  readonly hash: Hex | null;
  readonly timestamp: number | null;
}

export interface BlockAt {
  /** For a time: the newest block with events that is not after it. `null` if there is none, or the mark is not known. */
  readonly block: PastBlock | null;
  /** The first block that a question can name. */
  readonly firstBlock: number;
  /** The first time that a question can name. */
  readonly firstTime: number;
  /** The time of the newest final block. `null` if it is not known. */
  readonly finalTime: number | null;
}

interface BlockAtRow extends CheckpointRow {
  readonly first_block: number;
  readonly first_time: number;
  readonly final_time: number | null;
  readonly at_number: number | null;
  readonly at_hash: Buffer | null;
  readonly at_timestamp: number | null;
}

/** Finds a block whether or not the ledger has reached it: the caller compares it with the checkpoint. */
export async function findBlock(database: Database, chainId: number, moment: Moment): Promise<Read<BlockAt>> {
  const value = 'value' in moment ? moment.value : null;
  const [row] = await ask<BlockAtRow>(database, {
    name: 'find-block',
    text: FIND_BLOCK,
    values: [chainId, moment.type, value],
  });
  return row ? readBlockAt(row) : null;
}

/** Finds the blocks of many chains in one statement. Chains that are not in the ledger are missing. */
export async function findBlocks(
  database: Database,
  chainIds: readonly number[],
  moment: Moment,
): Promise<Map<number, NonNullable<Read<BlockAt>>>> {
  const value = 'value' in moment ? moment.value : null;
  const rows = await ask<BlockAtRow>(database, {
    name: 'find-blocks',
    text: FIND_BLOCKS,
    values: [chainIds, moment.type, value],
  });
  return new Map(rows.map((row) => [row.chain_id, readBlockAt(row)]));
}

function readBlockAt(row: BlockAtRow): NonNullable<Read<BlockAt>> {
  const { at_number: number, at_hash: hash, at_timestamp: timestamp } = row;
  return {
    checkpoint: readCheckpoint(row),
    block: number === null ? null : { number, hash: hash && toHex(hash), timestamp },
    firstBlock: row.first_block,
    firstTime: row.first_time,
    finalTime: row.final_time,
  };
}

const findBlockSql = (chainId: string) => `
  select ${CHECKPOINT_COLUMNS}, first.number as first_block,
    coalesce(dated.timestamp, c.block_timestamp) as first_time,
    final.timestamp as final_time, at.number as at_number, b.hash as at_hash, b.timestamp as at_timestamp
  from chain c
  -- A reorg may have removed block dated_from itself.
  left join lateral (select b.timestamp from block b where b.chain_id = c.chain_id and b.number >= c.dated_from
    order by b.number limit 1) dated on true
  cross join lateral (select min(number) as number from block where chain_id = c.chain_id) first
  left join block final
    on final.chain_id = c.chain_id and final.number = ${REACHED.finalized}
  cross join lateral (
    select case $2::text
      when 'latest' then c.block_number
      when 'safe' then ${REACHED.safe}
      when 'finalized' then ${REACHED.finalized}
      when 'block' then $3::bigint
      when 'time' then (select b.number from block b where b.chain_id = c.chain_id and b.timestamp <= $3::bigint
        order by b.timestamp desc, b.number desc limit 1)
    end as number
  ) at
  left join block b on b.chain_id = c.chain_id and b.number = at.number
  where c.chain_id = ${chainId}`;

const FIND_BLOCK = findBlockSql('$1');
const FIND_BLOCKS = findBlockSql('any($1::bigint[])');

/** Blocks from one to another, both included. */
export interface BlockSpan {
  readonly first: number;
  readonly last: number;
}

export type Concerned =
  | { readonly from: Address }
  | { readonly wallet: Address }
  | { readonly contract: Address };

/**
 * Tells whether some v1 grants in a span of blocks can't be known, because no node had the state that shows which of
 * them were revoked by then. Looks at one vault, at the grants from or to one wallet, or at all grants over one
 * contract.
 */
export async function isUncertain(
  database: Database,
  chainId: number,
  { first, last }: BlockSpan,
  of: Concerned,
): Promise<boolean> {
  const [which, value] = Object.entries(of)[0] as ['from' | 'wallet' | 'contract', Address];
  const rows = await ask<{ found: number }>(database, {
    name: `is-uncertain-${which}`,
    text: `select 1 as found from uncertain u
      where ${isUncertainSql(which, { chainId: '$1', first: '$2', last: '$3', value: '$4' })} limit 1`,
    values: [chainId, first, last, toBytes(value)],
  });
  return rows.length > 0;
}

interface UncertainExpressions {
  readonly chainId: string;
  readonly first: string;
  readonly last: string;
  /** SQL for the vault, wallet or contract. */
  readonly value: string;
}

/**
 * Returns the condition under which a row `u` of `uncertain` concerns a vault, a wallet or a contract in a span of
 * blocks.
 */
export function isUncertainSql(
  which: 'from' | 'wallet' | 'contract',
  { chainId, first, last, value }: UncertainExpressions,
): string {
  // Any grant that such a vault ever made may or may not have stood.
  const granted = (condition: string) => `exists (select from delegation d
    where d.chain_id = u.chain_id and d.registry = ${REGISTRIES.v1.ledgerNumber} and d.from_address = u.from_address
      and d.since_block <= ${last} and ${condition})`;
  const concerns = {
    from: `u.from_address = ${value}`,
    wallet: `u.from_address = ${value} or ${granted(`d.to_address = ${value}`)}`,
    contract: granted(`d.contract in (${value}, '')`),
  };
  return `u.chain_id = ${chainId} and u.from_block <= ${last} and u.until_block > ${first} and (${concerns[which]})`;
}
