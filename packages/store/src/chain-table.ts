/** All SQL that writes the tables `chain` and `block`. */
import {
  type Block,
  CHECKPOINT_COLUMNS,
  type ChainState,
  type Checkpoint,
  type CheckpointRow,
  type Marks,
  readCheckpoint,
} from './checkpoint.ts';
import type { Connection, Database } from './database.ts';
import { toBytes, toHex } from './row.ts';

/** Somebody else has moved the checkpoint: what was made on top of the old one must not be written. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';
  constructor(chainId: number, expected: Block, found: Checkpoint | null) {
    const place = found ? `block ${found.block.number} ${found.block.hash}` : 'no block';
    super(
      found?.state === 'tainted'
        ? `The ledger of chain ${chainId} is tainted and must be rebuilt first: ${found.reason}`
        : `The ledger of chain ${chainId} is at ${place}, not at ${expected.number} ${expected.hash}. ` +
            'Another indexer writes it.',
    );
  }
}

/** Locks the chain's row and makes sure that nobody has moved it. */
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

/** A block is kept for ever when it is the first of a batch to pass a multiple of this. */
const ANCHOR_EVERY = 10_000;

/** The number that the next block to be kept has to reach. */
export function nextAnchor(parent: Block): number {
  return (Math.floor(parent.number / ANCHOR_EVERY) + 1) * ANCHOR_EVERY;
}

export async function rememberBlocks(
  connection: Connection,
  chainId: number,
  blocks: readonly Block[],
  anchor: number,
): Promise<void> {
  const firstPast = blocks.find(({ number }) => number >= anchor);
  await connection.query(
    `insert into block (chain_id, number, hash, timestamp, anchor)
     select $1, b.number, b.hash, b.timestamp, b.number = $5
     from unnest($2::bigint[], $3::bytea[], $4::bigint[]) as b (number, hash, timestamp)
     on conflict (chain_id, number) do nothing`,
    [
      chainId,
      blocks.map(({ number }) => number),
      blocks.map(({ hash }) => toBytes(hash)),
      blocks.map(({ timestamp }) => timestamp),
      firstPast?.number ?? -1,
    ],
  );
}

export async function moveCheckpoint(
  connection: Connection,
  chainId: number,
  block: Block,
  marks: Marks,
  state: ChainState,
): Promise<void> {
  await connection.query(
    `update chain set block_number = $2, block_hash = $3, block_timestamp = $4, head_number = $5,
       safe_number = $6, finalized_number = greatest(finalized_number, $7), state = $8, updated_at = now()
     where chain_id = $1`,
    [
      chainId,
      block.number,
      toBytes(block.hash),
      block.timestamp,
      marks.head,
      marks.safe,
      marks.finalized,
      state,
    ],
  );
  // What is final can't be replaced. The newest final block stays: a reorg goes back to it at most.
  await connection.query(
    `delete from block where chain_id = $1 and not anchor and number < (
       select max(b.number) from block b join chain c using (chain_id)
       where c.chain_id = $1 and b.number <= c.finalized_number)`,
    [chainId],
  );
}

/** Puts the checkpoint back to a block that is known already, and remembers that. */
export async function moveCheckpointBack(connection: Connection, chainId: number, to: Block): Promise<void> {
  await connection.query(
    `with went as (update chain set rewinds = rewinds + 1 where chain_id = $1 returning rewinds)
     insert into rewind (chain_id, number, to_block) select $1, rewinds, $2 from went`,
    [chainId, to.number],
  );
  await connection.query('delete from block where chain_id = $1 and number > $2', [chainId, to.number]);
  const { rowCount } = await connection.query(
    `update chain c set block_number = b.number, block_hash = b.hash, block_timestamp = b.timestamp,
       finalized_number = least(c.finalized_number, b.number), updated_at = now()
     from block b
     where c.chain_id = $1 and b.chain_id = $1 and b.number = $2 and b.hash = $3 and b.number <= c.block_number`,
    [chainId, to.number, toBytes(to.hash)],
  );
  if (rowCount !== 1)
    throw new Error(`Chain ${chainId} can't go back to ${to.number} ${to.hash}: not a block it had.`);
}

export async function listBlocks(database: Database, chainId: number, which: string): Promise<Block[]> {
  const { rows } = await database.query<{ number: number; hash: Buffer; timestamp: number }>(
    `select number, hash, timestamp from block where chain_id = $1 and ${which} order by number desc`,
    [chainId],
  );
  return rows.map(({ number, hash, timestamp }) => ({ number, hash: toHex(hash), timestamp }));
}
