/** Writes a chain's ledger from a file, in one transaction. */
import type { Registries } from '@mandate/core';
import type { Block, Marks } from '../../database/checkpoint.ts';
import { copiedBytes, copyRows } from '../../database/copy-rows.ts';
import { type Connection, type Database, transact } from '../../database/database.ts';
import { toBytes } from '../../database/row.ts';
import { rememberBlocks } from '../chain-table.ts';
import { beginRows } from '../delegation-table.ts';
import type { LedgerSink } from './export-ledger.ts';

export interface Import {
  readonly chainId: number;
  /** The block before the first one that can hold a delegation. */
  readonly first: Block;
  /** The final block that the rows are valid for. */
  readonly block: Block;
  readonly marks: Marks;
  /** The registries whose events are all in the rows. */
  readonly registries: Registries;
  /** The digest of the rows is one that the operator trusts: their history needs no scan. */
  readonly verified: boolean;
}

/** Enough to sort some millions of rows. */
const INDEX_MEMORY = '256MB';

/** The chain already has a ledger, or the rows contradict each other. */
export class NotImportableError extends Error {
  override readonly name = 'NotImportableError';
}

/**
 * Imports what `fill` writes: the blocks, and then the rows. If `fill` throws, nothing is written. The chain's feed
 * begins after these rows with a new identity, so that no cursor of an older ledger continues in it.
 */
export async function importLedger<T>(
  database: Database,
  { chainId, first, block, marks, registries, verified }: Import,
  fill: (sink: LedgerSink) => Promise<T>,
): Promise<T> {
  return transact(database, async (connection) => {
    const { rowCount } = await connection.query(
      `insert into chain (chain_id, block_number, block_hash, block_timestamp, head_number, safe_number,
         finalized_number, state, dated_from, imported_block, scanned_block, registries, covered_hash)
       values ($1, $2, $3, $4, $5, $6, $7, 'backfilling', $8, $2, $9, $10, $3) on conflict do nothing`,
      [
        ...[chainId, block.number, toBytes(block.hash), block.timestamp],
        ...[marks.head, marks.safe, marks.finalized],
        ...[first.number, verified ? block.number : first.number, registries],
      ],
    );
    if (!rowCount) throw new NotImportableError(describeExisting(chainId));
    const createIndexes = await dropIndexes(connection, chainId);
    const result = await fill({
      blocks: (blocks) => copyBlocks(connection, chainId, blocks),
      rows: (rows) => beginRows(connection, chainId, rows),
    });
    await createIndexes();
    await assertNoOverlap(connection, chainId);
    await rememberBlocks(connection, chainId, {
      passing: [first, block],
      eventful: [],
      anchor: first.number,
    });
    // The block may have events, and so be stored already.
    await connection.query('update block set anchor = true where chain_id = $1 and number = $2', [
      chainId,
      block.number,
    ]);
    return result;
  });
}

export function describeExisting(chainId: number): string {
  return (
    `Chain ${chainId} already has a ledger. To replace it, stop the indexers, run forget --chain ${chainId} --yes, and ` +
    'import again.'
  );
}

/**
 * Drops the indexes of the rows while this is the only chain. Nothing else uses the table then, and creating them
 * afterwards takes a fraction of the time. Returns a function that creates them again.
 */
async function dropIndexes(connection: Connection, chainId: number): Promise<() => Promise<void>> {
  const { rowCount: others } = await connection.query('select from chain where chain_id <> $1', [chainId]);
  if (others) return async () => {};
  const { rows: indexes } = await connection.query<{ name: string; create: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as create
     from pg_index join pg_class c on c.oid = indexrelid
     where indrelid = 'delegation'::regclass and not indisprimary order by c.oid`,
  );
  for (const { name } of indexes) await connection.query(`drop index ${name}`);
  return async () => {
    await connection.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
    for (const { create } of indexes) await connection.query(create);
  };
}

function copyBlocks(connection: Connection, chainId: number, blocks: readonly Block[]): Promise<void> {
  return copyRows(
    connection,
    'block (chain_id, number, hash, timestamp, anchor, eventful)',
    blocks.map(({ number, hash, timestamp }) => [chainId, number, copiedBytes(hash), timestamp, false, true]),
  );
}

/** Rows of one grant must follow each other without overlap: everything that reads the ledger relies on it. */
async function assertNoOverlap(connection: Connection, chainId: number): Promise<void> {
  const { rows } = await connection.query<{ since_block: number; since_log: number }>(
    `select since_block, since_log from (
       select since_block, since_log, lag(array[coalesce(until_block, ${Number.MAX_SAFE_INTEGER}), until_log]) over (
         partition by from_address, to_address, registry, kind, contract, token_id, rights
         order by since_block, since_log) as before
       from delegation where chain_id = $1) d
     where before > array[since_block, since_log] limit 1`,
    [chainId],
  );
  const [row] = rows;
  if (!row) return;
  throw new NotImportableError(
    `The row that begins in block ${row.since_block} with log ${row.since_log} overlaps another row of its grant.`,
  );
}
