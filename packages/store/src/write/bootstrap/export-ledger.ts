/** Reads a chain's ledger up to a final block, in a form that is the same for every operator. */
import type pg from 'pg';
import {
  type Block,
  CHECKPOINT_COLUMNS,
  type CheckpointRow,
  readCheckpoint,
} from '../../database/checkpoint.ts';
import { type Connection, type Database, transact } from '../../database/database.ts';
import type { Begun } from '../../database/lifetime.ts';
import { type DelegationRow, delegationColumns, readDelegation, toHex } from '../../database/row.ts';
import { NEWEST_FINAL } from '../chain-table.ts';

/** The chain's ledger is missing or not reliable enough to export. */
class NotExportableError extends Error {
  override readonly name = 'NotExportableError';
}

export interface LedgerSink {
  /** Takes the blocks with events, in order. */
  blocks(blocks: readonly Block[]): Promise<void>;
  /**
   * Takes the rows, in the order in which they began. A row that ends after the last block is written as standing.
   */
  rows(rows: readonly Begun[]): Promise<void>;
}

const ROWS_AT_ONCE = 5_000;

/** Finds the newest final block whose hash the ledger has. `null` if there is none. */
export async function findNewestFinal(database: Database, chainId: number): Promise<Block | null> {
  const { rows } = await database.query<{ number: number; hash: Buffer; timestamp: number }>(
    `select number, hash, timestamp from block where chain_id = $1 and number = ${NEWEST_FINAL}`,
    [chainId],
  );
  const [row] = rows;
  return row ? { ...row, hash: toHex(row.hash) } : null;
}

/** Reads everything at one moment, while the chain continues. */
export async function exportLedger(
  database: Database,
  chainId: number,
  upTo: number,
  sink: LedgerSink,
): Promise<void> {
  await transact(database, async (connection) => {
    await connection.query('set transaction isolation level repeatable read, read only');
    await assertExportable(connection, chainId, upTo);
    await readAll<BlockRow>(connection, blocksOf(chainId, upTo), (rows) => sink.blocks(rows.map(readBlock)));
    await readAll<ExportedRow>(connection, rowsOf(chainId, upTo), (rows) => sink.rows(rows.map(readRow)));
  });
}

interface Condition {
  readonly imported_block: number | null;
  readonly proved_block: number | null;
  readonly dated_from: number;
  readonly first_block: number;
  readonly uncertain: boolean;
  readonly inferred: boolean;
}

async function assertExportable(connection: Connection, chainId: number, upTo: number): Promise<void> {
  const { rows } = await connection.query<CheckpointRow & Condition>(CONDITION, [chainId, upTo]);
  const [row] = rows;
  if (!row) throw new NotExportableError(`Chain ${chainId} is not in the ledger.`);
  const reason = findReason(row, upTo);
  if (reason) throw new NotExportableError(`Chain ${chainId} can't be exported: ${reason}`);
}

function findReason(row: CheckpointRow & Condition, upTo: number): string | null {
  const { state, block, finalized, verifiedFrom } = readCheckpoint(row);
  if (state === 'tainted') return 'it is tainted. Run rebuild first.';
  if (finalized === null) return 'its nodes name no final block.';
  const newest = Math.min(finalized, block.number);
  if (upTo > newest) return `block ${upTo} is not final yet. The newest final block is ${newest}.`;
  if (upTo < row.first_block) return `its ledger begins with block ${row.first_block}.`;
  if (row.imported_block !== null && row.proved_block === null)
    return 'it was imported, and its standing rows are not proved yet. Let the indexer prove them first.';
  if (verifiedFrom > 0)
    return 'it was imported without a digest, and the scan of its logs has not ended yet.';
  if (row.dated_from > row.first_block)
    return 'it was begun by an old version, which did not keep the times of all blocks. Backfill it again.';
  if (row.uncertain || row.inferred)
    return 'no node had the state that shows what some v1 vaults revoked. Backfill the chain with an archive node.';
  return null;
}

const CONDITION = `
  select ${CHECKPOINT_COLUMNS}, c.imported_block, c.proved_block, c.dated_from,
    (select min(number) from block b where b.chain_id = c.chain_id) as first_block,
    exists (select from uncertain u where u.chain_id = c.chain_id and u.from_block <= $2) as uncertain,
    exists (select from delegation d
      where d.chain_id = c.chain_id and d.until_block + 0 <= $2 and d.until_inferred) as inferred
  from chain c where c.chain_id = $1`;

const blocksOf = (chainId: number, upTo: number) => `
  select number, hash, timestamp from block
  where chain_id = ${Number(chainId)} and eventful and number <= ${Number(upTo)} order by number`;

// A log begins at most one row, so this order is unambiguous. Adding zero makes it the expression of an index.
const rowsOf = (chainId: number, upTo: number) => `
  select ${delegationColumns('d')}, since_block, since_log, since_tx, until_block, until_log, until_tx,
    coalesce(until_block > ${Number(upTo)}, true) as stands
  from delegation d
  where chain_id = ${Number(chainId)} and since_block + 0 <= ${Number(upTo)}
  order by since_block + 0, since_log`;

async function readAll<R extends pg.QueryResultRow>(
  connection: Connection,
  select: string,
  take: (rows: readonly R[]) => Promise<void>,
): Promise<void> {
  await connection.query(`declare exported no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await connection.query<R>(`fetch ${ROWS_AT_ONCE} from exported`);
    if (rows.length === 0) break;
    await take(rows);
  }
  await connection.query('close exported');
}

interface BlockRow {
  readonly number: number;
  readonly hash: Buffer;
  readonly timestamp: number;
}

const readBlock = ({ number, hash, timestamp }: BlockRow): Block => ({
  number,
  hash: toHex(hash),
  timestamp,
});

interface ExportedRow extends DelegationRow {
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly until_block: number;
  readonly until_log: number;
  readonly until_tx: Buffer;
  readonly stands: boolean;
}

function readRow(row: ExportedRow): Begun {
  return {
    delegation: readDelegation(row),
    since: { block: row.since_block, log: row.since_log, tx: toHex(row.since_tx) },
    until: row.stands
      ? null
      : { block: row.until_block, log: row.until_log, tx: toHex(row.until_tx), inferred: false },
  };
}
