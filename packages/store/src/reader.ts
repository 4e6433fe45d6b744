import { CHECKPOINT_COLUMNS, type Checkpoint, type CheckpointRow, readCheckpoint } from './checkpoint.ts';
import { ask, type Database } from './database.ts';
import { createFindSatisfying } from './find-satisfying.ts';
import { type ListRequest, list } from './list.ts';

/** An answer and the checkpoint it was read with, in one statement. Null: the chain is not in the ledger. */
export type Read<T> = ({ readonly checkpoint: Checkpoint } & T) | null;

export type Reader = ReturnType<typeof createReader>;

/** Asks the ledger. `atBlock` asks for a past block: the caller holds it against the checkpoint. */
export function createReader(database: Database) {
  async function listCheckpoints(): Promise<Checkpoint[]> {
    const text = `select ${CHECKPOINT_COLUMNS} from chain c order by c.chain_id`;
    const rows = await ask<CheckpointRow>(database, { text });
    return rows.map(readCheckpoint);
  }

  return {
    listCheckpoints,
    findSatisfying: createFindSatisfying(database),
    list: (request: ListRequest) => list(database, request),
  };
}
