/** Finds the delegations that make a check true, and since when they stand. */
import { type Delegation, listSatisfying, type Question } from '@mandate/core';
import type { Hex } from 'viem';
import type { Read } from '../database/checkpoint.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, readCheckpoint } from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import {
  begunBy,
  type DelegationRow,
  delegationColumns,
  grantParameters,
  readDelegation,
  standing,
  toHex,
} from '../database/row.ts';

/** A delegation that stands, and where it began. */
export interface Standing {
  readonly delegation: Delegation;
  readonly block: number;
  readonly log: number;
  readonly transaction: Hex;
  /** The time of its block. `null` if the ledger did not record times yet. */
  readonly timestamp: number | null;
}

interface StandingRow extends DelegationRow {
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly since_time: number | null;
}

/** The columns that `readStanding` needs, of a delegation `d` and its block `since`. */
const STANDING_COLUMNS = `${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx, since.timestamp as since_time`;

export interface ExplainedAt {
  /** The block at which the grants stand. */
  readonly atBlock: number;
  /** Only grants that stood without interruption since this block count, each with its smallest amount since. */
  readonly steadySince: number | null;
  /** The block that the answer names. The explanation mentions nothing that happened after it. */
  readonly namedBlock: number;
}

function readStanding(row: StandingRow): Standing {
  return {
    delegation: readDelegation(row),
    block: row.since_block,
    log: row.since_log,
    transaction: toHex(row.since_tx),
    timestamp: row.since_time,
  };
}

/** Lists the grants that satisfy the question and stood at a block, broadest first. */
export async function explain(
  database: Database,
  chainId: number,
  question: Question,
  { atBlock, steadySince, namedBlock }: ExplainedAt,
): Promise<Read<{ readonly found: Standing[] }>> {
  const rows = await ask<CheckpointRow & { [Column in keyof StandingRow]: StandingRow[Column] | null }>(
    database,
    {
      name: 'explain',
      text: EXPLAIN,
      values: [chainId, ...grantParameters(listSatisfying(question)), atBlock, steadySince, namedBlock],
    },
  );
  const [first] = rows;
  if (!first) return null;
  const found = rows.filter((row): row is CheckpointRow & StandingRow => row.since_block !== null);
  return { checkpoint: readCheckpoint(first), found: found.map(readStanding) };
}

const begun = begunBy({ row: 's', block: '$11::bigint' });
const EXPLAIN = `
  select ${CHECKPOINT_COLUMNS}, ${STANDING_COLUMNS}
  from chain c
  left join lateral (
    select ${delegationColumns('s')}, s.chain_id, s.position, ${begun.columns}
    from (${standing({ at: '$9::bigint', steadySince: '$10::bigint' })}) s ${begun.join}
  ) d on true
  left join block since on since.chain_id = d.chain_id and since.number = d.since_block
  where c.chain_id = $1
  order by d.position`;
