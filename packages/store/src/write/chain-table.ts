/** All SQL that writes the tables `chain` and `block`. */
import {
  type Block,
  CHECKPOINT_COLUMNS,
  type ChainState,
  type Checkpoint,
  type CheckpointRow,
  type EventfulBlock,
  type Marks,
  readCheckpoint,
} from '../database/checkpoint.ts';
import type { Connection, Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';
import { CHANNEL } from '../follow/listen.ts';
import { reopenUncertain } from './uncertain-table.ts';

/** The checkpoint moved: rows made on top of the old one must not be written. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';
  constructor(chainId: number, expected: Block, found: Checkpoint | null) {
    const place = found ? `block ${found.block.number} ${found.block.hash}` : 'no block';
    super(
      found?.state === 'tainted'
        ? `The ledger of chain ${chainId} is tainted and must be rebuilt first: ${found.reason}`
        : `The ledger of chain ${chainId} is at ${place}, not at ${expected.number} ${expected.hash}. ` +
            'Another indexer writes to it: stop one of them.',
    );
  }
}

/** Locks the chain's row. Throws if its checkpoint is not `parent`. */
export async function fence(connection: Connection, chainId: number, parent: Block): Promise<void> {
  const { rows } = await connection.query<CheckpointRow>(
    `select ${CHECKPOINT_COLUMNS} from chain c where c.chain_id = $1 for update`,
    [chainId],
  );
  const found = rows[0] ? readCheckpoint(rows[0]) : null;
  if (
    found?.state === 'tainted' ||
    found?.block.hash !== parent.hash ||
    found.block.number !== parent.number
  ) {
    throw new CheckpointMovedError(chainId, parent, found);
  }
}

/** The first block of a batch that passes a multiple of this is kept forever. */
const ANCHOR_EVERY = 10_000;

/** Returns the number that the next anchor has to reach. */
export function nextAnchor(parent: Block): number {
  return (Math.floor(parent.number / ANCHOR_EVERY) + 1) * ANCHOR_EVERY;
}

/** Stores blocks. Blocks with events are kept forever. */
export async function rememberBlocks(
  connection: Connection,
  chainId: number,
  {
    passing,
    eventful,
    anchor,
  }: {
    passing: readonly Block[];
    eventful: readonly EventfulBlock[];
    anchor: number;
  },
): Promise<void> {
  const blocks = [...new Map([...passing, ...eventful].map((block) => [block.number, block])).values()];
  const firstPast = passing.find(({ number }) => number >= anchor);
  const kept = new Map(eventful.map((block) => [block.number, block]));
  await connection.query(
    `insert into block (chain_id, number, hash, timestamp, anchor, eventful, logs_digest)
     select $1, b.number, b.hash, b.timestamp, b.number = $7, b.eventful, b.logs_digest
     from unnest($2::bigint[], $3::bytea[], $4::bigint[], $5::boolean[], $6::bytea[])
       as b (number, hash, timestamp, eventful, logs_digest)
     on conflict (chain_id, number) do nothing`,
    [
      chainId,
      blocks.map(({ number }) => number),
      blocks.map(({ hash }) => toBytes(hash)),
      blocks.map(({ timestamp }) => timestamp),
      blocks.map(({ number }) => kept.has(number)),
      blocks
        .map(({ number }) => kept.get(number)?.logsDigest ?? null)
        .map((digest) => digest && toBytes(digest)),
      firstPast?.number ?? -1,
    ],
  );
}

/**
 * SQL for the newest block of chain $1 that is final and known. Not `max` over a join, for which PostgreSQL would
 * read every block with events.
 */
export const NEWEST_FINAL = `(select b.number from block b
  where b.chain_id = $1 and b.number <= (select c.finalized_number from chain c where c.chain_id = $1)
  order by b.number desc limit 1)`;

/** The number of blocks to keep if the final block of the chain is not known. */
const KEPT_WITHOUT_FINALITY = 10_000;

export async function moveCheckpoint(
  connection: Connection,
  chainId: number,
  block: Block,
  marks: Marks,
  state: ChainState,
): Promise<void> {
  await connection.query(
    `with moved as (
       update chain set block_number = $2, block_hash = $3, block_timestamp = $4, head_number = $5,
         safe_number = coalesce($6, safe_number), finalized_number = greatest(finalized_number, $7), updated_at = now(),
         heartbeat = heartbeat + 1, provisional = $9,
         covered_hash = case when covered_hash = block_hash then $3 else covered_hash end,
         -- Questions can't be answered while a revocation is unsettled, or before an imported ledger's standing rows
         -- are proved.
         state = case when exists (select from uncertain u where u.chain_id = $1 and u.until_block > $2)
             or (imported_block is not null and proved_block is null)
           then 'backfilling' else $8 end
       where chain_id = $1 returning chain_id)
     select pg_notify('${CHANNEL}', chain_id::text) from moved`,
    [
      chainId,
      block.number,
      toBytes(block.hash),
      block.timestamp,
      marks.head,
      marks.safe,
      marks.finalized,
      state,
      marks.provisional ?? false,
    ],
  );
  // Final blocks can't be replaced. The newest final block is kept, because a reorg goes back to it at most. If the
  // final block is not known, a deep reorg goes back to an anchor.
  await connection.query(
    `delete from block where chain_id = $1 and not (anchor or eventful)
       and number < coalesce(${NEWEST_FINAL}, $2::bigint - ${KEPT_WITHOUT_FINALITY})`,
    [chainId, block.number],
  );
}

/** Moves the checkpoint back to a known block, and counts the rewind. */
export async function moveCheckpointBack(connection: Connection, chainId: number, to: Block): Promise<void> {
  await connection.query(
    `with went as (update chain set rewinds = rewinds + 1 where chain_id = $1 returning rewinds)
     insert into rewind (chain_id, number, to_block) select $1, rewinds, $2 from went`,
    [chainId, to.number],
  );
  // An upper bound, as in `undoRowsAfter`.
  await connection.query('delete from block where chain_id = $1 and number > $2 and number <= $3', [
    chainId,
    to.number,
    Number.MAX_SAFE_INTEGER,
  ]);
  await reopenUncertain(connection, chainId, to);
  const { rowCount } = await connection.query(
    `with moved as (
       update chain c set block_number = b.number, block_hash = b.hash, block_timestamp = b.timestamp,
         -- \`least\` ignores nulls and would return the block for an unknown mark.
         finalized_number = case when c.finalized_number > b.number then b.number else c.finalized_number end,
         state = case when c.state = 'following' and (c.proved_block > b.number or exists (
             select from uncertain u where u.chain_id = $1 and u.until_block > b.number))
           then 'backfilling' else c.state end,
         -- Imported rows of later blocks are gone, and rows proved by their state must be proved again.
         imported_block = case when c.imported_block > b.number then b.number else c.imported_block end,
         scanned_block = case when c.scanned_block > b.number then b.number else c.scanned_block end,
         proved_block = case when c.proved_block > b.number then null else c.proved_block end,
         updated_at = now(), heartbeat = c.heartbeat + 1,
         covered_hash = case when c.covered_hash = c.block_hash then b.hash else c.covered_hash end
       from block b
       where c.chain_id = $1 and b.chain_id = $1 and b.number = $2 and b.hash = $3 and b.number <= c.block_number
       returning c.chain_id)
     select pg_notify('${CHANNEL}', chain_id::text) from moved`,
    [chainId, to.number, toBytes(to.hash)],
  );
  if (rowCount !== 1)
    throw new Error(
      `Chain ${chainId} can't go back to ${to.number} ${to.hash}: the ledger does not have that block.`,
    );
}

export async function hasBlock(connection: Connection, chainId: number, block: Block): Promise<boolean> {
  const { rowCount } = await connection.query(
    'select from block where chain_id = $1 and number = $2 and hash = $3',
    [chainId, block.number, toBytes(block.hash)],
  );
  return rowCount === 1;
}

export async function listBlocks(
  database: Database,
  chainId: number,
  which: string,
  limit: number | null = null,
): Promise<Block[]> {
  const { rows } = await database.query<{ number: number; hash: Buffer; timestamp: number }>(
    `select number, hash, timestamp from block where chain_id = $1 and ${which} order by number desc limit $2`,
    [chainId, limit],
  );
  return rows.map(({ number, hash, timestamp }) => ({ number, hash: toHex(hash), timestamp }));
}

/** Lists the blocks with events after one block, up to another. */
export async function listEventful(
  database: Database,
  chainId: number,
  after: number,
  upTo: number,
): Promise<EventfulBlock[]> {
  const { rows } = await database.query<{
    number: number;
    hash: Buffer;
    timestamp: number;
    logs_digest: Buffer | null;
  }>(
    `select number, hash, timestamp, logs_digest from block
     where chain_id = $1 and number > $2 and number <= $3 and eventful order by number`,
    [chainId, after, upTo],
  );
  return rows.map(({ number, hash, timestamp, logs_digest }) => ({
    number,
    hash: toHex(hash),
    timestamp,
    logsDigest: logs_digest && toHex(logs_digest),
  }));
}
