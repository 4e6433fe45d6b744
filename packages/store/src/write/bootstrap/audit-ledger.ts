/**
 * Reads what the proof of an imported ledger needs: standing rows, rows of a range of blocks, and the proof's
 * progress.
 */
import { type Address, type Delegation, type Grant, REGISTRIES } from '@mandate/core';
import type { Block } from '../../database/checkpoint.ts';
import { type Database, transact } from '../../database/database.ts';
import type { Begun, LiveRow } from '../../database/lifetime.ts';
import {
  type DelegationRow,
  delegationColumns,
  grantParameters,
  readDelegation,
  standing,
  toBytes,
  toHex,
} from '../../database/row.ts';
import { hasBlock, listBlocks } from '../chain-table.ts';
import { LIVE_COLUMNS, type LiveColumns, readLive } from '../delegation-table.ts';

/** The verified part of an imported ledger. */
export interface Audited {
  /** The block that the imported file is valid for. */
  readonly imported: number;
  /** The block at which its standing rows were proved. `null` if it has not happened yet. */
  readonly proved: number | null;
  /** The last block up to which the logs agree with the rows. */
  readonly scanned: number;
  readonly block: Block;
  /** `null` if it is not known. */
  readonly finalized: number | null;
  readonly rewinds: number;
}

/** The place where a row began. No two rows of a chain begin at the same place. */
export interface LogPosition {
  readonly block: number;
  readonly log: number;
}

export interface StandingPage {
  readonly delegations: readonly Delegation[];
  /** `null` if this was the last page. */
  readonly next: LogPosition | null;
}

/** A row of the ledger, and where it began and ended. */
export interface AuditedRow extends Begun {
  readonly id: number;
}

export type AuditStore = ReturnType<typeof createAuditStore>;

export function createAuditStore(database: Database) {
  /** Finds how much is verified. `null` if the chain was not imported, or all of it is verified. */
  async function find(chainId: number): Promise<Audited | null> {
    const { rows } = await database.query<{
      imported: number;
      proved: number | null;
      scanned: number;
      number: number;
      hash: Buffer;
      timestamp: number;
      finalized: number | null;
      rewinds: number;
    }>(
      `select imported_block as imported, proved_block as proved, scanned_block as scanned, block_number as number,
         block_hash as hash, block_timestamp as timestamp, finalized_number as finalized, rewinds
       from chain where chain_id = $1 and imported_block is not null
         and (proved_block is null or scanned_block < imported_block)`,
      [chainId],
    );
    const [row] = rows;
    if (!row) return null;
    const { number, hash, timestamp, ...audited } = row;
    return { ...audited, block: { number, hash: toHex(hash), timestamp } };
  }

  /** Finds the newest block in a range whose hash the ledger has. */
  async function findBlock(chainId: number, first: number, last: number): Promise<Block | null> {
    const [block] = await listBlocks(
      database,
      chainId,
      `number = (select max(number) from block
        where chain_id = $1 and number between ${Number(first)} and ${Number(last)})`,
    );
    return block ?? null;
  }

  /** Lists the imported rows that stood at a block, page by page, in the order in which they began. */
  async function listStanding(
    chainId: number,
    {
      imported,
      at,
      after,
      limit,
    }: { imported: number; at: number; after: LogPosition | null; limit: number },
  ): Promise<StandingPage> {
    const { rows } = await database.query<DelegationRow & { since_block: number; since_log: number }>(
      `select ${delegationColumns('d')}, since_block, since_log from delegation d
       where chain_id = $1 and since_block + 0 >= $3 and since_block + 0 <= $2
         and (since_block, since_log) > ($3, $4) and (until_block is null or until_block > $5)
       order by since_block + 0, since_log limit $6`,
      [chainId, imported, after?.block ?? 0, after?.log ?? -1, at, limit],
    );
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      delegations: rows.map(readDelegation),
      next: last ? { block: last.since_block, log: last.since_log } : null,
    };
  }

  /**
   * Records that all imported rows were proved at blocks up to this one. `false` if the chain went back below it since.
   */
  async function markProved(chainId: number, at: Block, rewinds: number): Promise<boolean> {
    return transact(database, async (connection) => {
      await connection.query('select from chain where chain_id = $1 for update', [chainId]);
      if (!(await hasBlock(connection, chainId, at))) return false;
      const { rowCount } = await connection.query(
        `update chain set proved_block = $2 where chain_id = $1 and not exists (
           select from rewind where chain_id = $1 and number > $3 and to_block < $2)`,
        [chainId, at.number, rewinds],
      );
      return rowCount === 1;
    });
  }

  /** Records that the logs agree with the imported rows up to a block. */
  async function markScanned(chainId: number, before: number, upTo: number): Promise<void> {
    await database.query('update chain set scanned_block = $3 where chain_id = $1 and scanned_block = $2', [
      chainId,
      before,
      upTo,
    ]);
  }

  /** Lists which of these grants stood at the end of a block, and all v1 grants of these wallets at that block. */
  async function listStood(
    chainId: number,
    at: number,
    grants: readonly Grant[],
    v1Grantors: readonly Address[],
  ): Promise<LiveRow[]> {
    const { rows } = await database.query<DelegationRow & LiveColumns>(LIST_STOOD, [
      chainId,
      ...grantParameters(grants),
      v1Grantors.map(toBytes),
      at,
    ]);
    return rows.map(readLive);
  }

  /** Lists the rows that began or ended in a range of blocks. */
  async function listTouched(chainId: number, first: number, last: number): Promise<AuditedRow[]> {
    const { rows } = await database.query<StoredRow>(LIST_TOUCHED, [chainId, first, last]);
    return rows.map((row) => ({
      id: row.id,
      delegation: readDelegation(row),
      since: { block: row.since_block, log: row.since_log, tx: toHex(row.since_tx) },
      until:
        row.until_block === null || row.until_log === null || row.until_tx === null
          ? null
          : {
              block: row.until_block,
              log: row.until_log,
              tx: toHex(row.until_tx),
              inferred: row.until_inferred,
            },
    }));
  }

  /** Lists the blocks of a range with events, in order. */
  async function listEventful(chainId: number, first: number, last: number): Promise<Block[]> {
    const range = `eventful and number between ${Number(first)} and ${Number(last)}`;
    return (await listBlocks(database, chainId, range)).toReversed();
  }

  return { find, findBlock, listStanding, markProved, markScanned, listStood, listTouched, listEventful };
}

interface StoredRow extends DelegationRow {
  readonly id: number;
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly until_block: number | null;
  readonly until_log: number | null;
  readonly until_tx: Buffer | null;
  readonly until_inferred: boolean;
}

const LIST_STOOD = `
  with c as (select chain_id from chain where chain_id = $1)
  select ${LIVE_COLUMNS} from c cross join lateral (${standing({ at: '$10::bigint' })}) d
  union
  select ${LIVE_COLUMNS}
  from c join delegation d on d.chain_id = c.chain_id and d.from_address = any($9::bytea[])
  where d.registry = ${REGISTRIES.v1.ledgerNumber} and d.since_block <= $10 and (d.until_block is null or d.until_block > $10)`;

const COLUMNS = `d.id, ${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx, d.until_block, d.until_log,
  d.until_tx, d.until_inferred`;

const LIST_TOUCHED = `
  select ${COLUMNS} from delegation d where chain_id = $1 and since_block + 0 >= $2 and since_block + 0 <= $3
  union all
  select ${COLUMNS} from delegation d
  where chain_id = $1 and until_block + 0 >= $2 and until_block + 0 <= $3 and since_block < $2`;
