import type { Block } from '../database/checkpoint.ts';
import type { Connection } from '../database/database.ts';
import { appendChanges, listUndone } from '../follow/change-table.ts';
import { moveCheckpointBack } from './chain-table.ts';
import { undoRowsAfter } from './delegation-table.ts';
import { listEndedByLostState } from './uncertain-table.ts';

/** Undoes everything after a block of the ledger. The caller has locked the chain's row. */
export async function goBack(connection: Connection, chainId: number, to: Block): Promise<void> {
  // PostgreSQL expects a range to match a fixed share of the table: for a large table it would start parallel
  // workers for a handful of rows.
  await connection.query('set local max_parallel_workers_per_gather = 0');
  const reopened = await listEndedByLostState(connection, chainId, to);
  const undone = await listUndone(connection, chainId, to, reopened);
  await undoRowsAfter(connection, chainId, to, reopened);
  await appendChanges(connection, chainId, undone);
  await moveCheckpointBack(connection, chainId, to);
}
