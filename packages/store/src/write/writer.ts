/** Moves a chain's rows and its checkpoint together, in one transaction per operation. */
import type { Address, Grant, Registries } from '@mandate/core';
import {
  type Block,
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  type EventfulBlock,
  type Marks,
  readCheckpoint,
} from '../database/checkpoint.ts';
import { type Database, transact } from '../database/database.ts';
import type { Begun, Ended } from '../database/lifetime.ts';
import { toBytes } from '../database/row.ts';
import { changesOf } from '../follow/change.ts';
import { appendChanges } from '../follow/change-table.ts';
import { endFeed } from '../webhooks/feed-reset-table.ts';
import { createAuditStore } from './bootstrap/audit-ledger.ts';
import {
  fence,
  hasBlock,
  listBlocks,
  listEventful,
  moveCheckpoint,
  NEWEST_FINAL,
  nextAnchor,
  rememberBlocks,
} from './chain-table.ts';
import { beginRows, endRows, listLive } from './delegation-table.ts';
import { goBack } from './go-back.ts';
import { type Repair, repairRows } from './repair.ts';
import {
  listUnsettled,
  rememberUncertain,
  type Settled,
  settleUncertain,
  type Uncertain,
} from './uncertain-table.ts';

export interface Batch {
  /** The checkpoint that the rows were made on top of. If the ledger has another one, the batch is refused. */
  readonly parent: Block;
  readonly ended: readonly Ended[];
  readonly begun: readonly Begun[];
  /** The last block that the rows cover; `replaceable` has the blocks before it that may still be replaced. */
  readonly block: Block;
  readonly replaceable: readonly Block[];
  /** The blocks with events. */
  readonly eventful: readonly EventfulBlock[];
  /** Revocations in these blocks that the state of their own block does not settle. */
  readonly uncertain: readonly Uncertain[];
  /** Vaults whose earlier revocations were settled by the state of one of these blocks. */
  readonly settled?: readonly Settled[];
  readonly marks: Marks;
  readonly state: 'backfilling' | 'following';
}

export type Writer = ReturnType<typeof createWriter>;

export function createWriter(database: Database) {
  async function findCheckpoint(chainId: number): Promise<Checkpoint | null> {
    const { rows } = await database.query<CheckpointRow>(
      `select ${CHECKPOINT_COLUMNS} from chain c where c.chain_id = $1`,
      [chainId],
    );
    return rows[0] ? readCheckpoint(rows[0]) : null;
  }

  /** Starts a chain at the block before the first one that can hold a delegation of these registries. */
  async function open(
    chainId: number,
    block: Block,
    marks: Marks,
    registries: Registries | null = null,
  ): Promise<Checkpoint> {
    await transact(database, async (connection) => {
      const inserted = await connection.query(
        `insert into chain (chain_id, block_number, block_hash, block_timestamp, head_number, safe_number,
           finalized_number, state, dated_from, registries, covered_hash)
         values ($1, $2, $3, $4, $5, $6, $7, 'backfilling', $2, $8, $3) on conflict do nothing`,
        [
          chainId,
          block.number,
          toBytes(block.hash),
          block.timestamp,
          marks.head,
          marks.safe,
          marks.finalized,
          registries,
        ],
      );
      const first = { passing: [block], eventful: [], anchor: block.number };
      if (inserted.rowCount) await rememberBlocks(connection, chainId, first);
    });
    const checkpoint = await findCheckpoint(chainId);
    if (!checkpoint)
      throw new Error(`Chain ${chainId} was removed while it was being opened. Start the indexer again.`);
    return checkpoint;
  }

  /** Records the registries whose events are all in the ledger, up to its checkpoint. */
  async function cover(chainId: number, { hash }: Block, registries: Registries): Promise<void> {
    await database.query(
      'update chain set registries = $3, covered_hash = block_hash where chain_id = $1 and block_hash = $2',
      [chainId, toBytes(hash), registries],
    );
  }

  async function commit(chainId: number, batch: Batch): Promise<void> {
    await transact(database, async (connection) => {
      await fence(connection, chainId, batch.parent);
      await endRows(connection, chainId, batch.ended);
      await beginRows(connection, chainId, batch.begun);
      const timestamps = new Map(batch.eventful.map(({ number, timestamp }) => [number, timestamp]));
      await appendChanges(connection, chainId, changesOf(batch, timestamps));
      await settleUncertain(connection, chainId, batch.parent, batch.settled ?? []);
      await rememberUncertain(connection, chainId, batch.uncertain);
      await rememberBlocks(connection, chainId, {
        passing: [...batch.replaceable, batch.block],
        eventful: batch.eventful,
        anchor: nextAnchor(batch.parent),
      });
      await moveCheckpoint(connection, chainId, batch.block, batch.marks, batch.state);
    });
  }

  /** Updates how far the chain is, when there are no new blocks. */
  async function mark(chainId: number, parent: Block, marks: Marks, state: Batch['state']): Promise<void> {
    await transact(database, async (connection) => {
      await fence(connection, chainId, parent);
      await moveCheckpoint(connection, chainId, parent, marks, state);
    });
  }

  /** Records a head below the checkpoint. That is no completed poll, so the heartbeat stays. */
  async function noteHead(chainId: number, { hash }: Block, head: number): Promise<void> {
    await database.query('update chain set head_number = $3 where chain_id = $1 and block_hash = $2', [
      chainId,
      toBytes(hash),
      head,
    ]);
  }

  /** Undoes everything after a block that is still part of the chain. */
  async function rewind(chainId: number, parent: Block, to: Block): Promise<void> {
    await transact(database, async (connection) => {
      await fence(connection, chainId, parent);
      await goBack(connection, chainId, to);
    });
  }

  /** Taints the chain: it is no longer served until it is rebuilt. */
  async function taint(chainId: number, parent: Block, reason: string): Promise<void> {
    await transact(database, async (connection) => {
      await fence(connection, chainId, parent);
      await connection.query(
        `update chain set state = 'tainted', reason = $2, updated_at = now() where chain_id = $1`,
        [chainId, reason],
      );
    });
  }

  /** Rewinds a tainted chain to a block that the nodes agree on, so that it can be followed again. */
  async function rebuild(chainId: number, to: Block): Promise<void> {
    await transact(database, async (connection) => {
      await connection.query('select from chain where chain_id = $1 for update', [chainId]);
      await goBack(connection, chainId, to);
      await connection.query(
        `update chain set state = 'backfilling', reason = null, updated_at = now() where chain_id = $1`,
        [chainId],
      );
    });
  }

  /**
   * Lowers marks that are too high, and stores blocks that may be replaced after all. `agreed` is the newest of them,
   * and the ledger must still have it.
   */
  async function lowerMarks(
    chainId: number,
    { safe, finalized }: { readonly safe: number; readonly finalized: number },
    blocks: readonly Block[],
    agreed: Block | null,
  ): Promise<void> {
    await transact(database, async (connection) => {
      await connection.query('select from chain where chain_id = $1 for update', [chainId]);
      if (agreed && !(await hasBlock(connection, chainId, agreed)))
        throw new Error(
          `Chain ${chainId} went back below block ${agreed.number} meanwhile. Run the command again.`,
        );
      await connection.query(
        `update chain set safe_number = least(safe_number, $2), finalized_number = least(finalized_number, $3)
         where chain_id = $1`,
        [chainId, safe, finalized],
      );
      await rememberBlocks(connection, chainId, { passing: blocks, eventful: [], anchor: Infinity });
    });
  }

  /** Lists the blocks that a reorg can go back to, newest first. The last of them is final. */
  const listReplaceable = (chainId: number) =>
    listBlocks(database, chainId, `number >= coalesce(${NEWEST_FINAL}, 0)`);

  /** Lists the blocks from a number on whose hash the ledger has, newest first. */
  const listBlocksSince = (chainId: number, number: number) =>
    listBlocks(database, chainId, `number >= ${Number(number)}`);

  /** Finds the newest block up to a number whose hash the ledger has. */
  const findBlockUpTo = async (chainId: number, number: number): Promise<Block | null> =>
    (await listBlocks(database, chainId, `number <= ${Number(number)}`, 1))[0] ?? null;

  /** Lists the blocks that a chain can be rebuilt from, newest first. */
  const listAnchors = (chainId: number) => listBlocks(database, chainId, 'anchor');

  /** Removes a chain and all its rows, as if it had never been followed. */
  async function forget(chainId: number): Promise<void> {
    await transact(database, async (connection) => {
      await endFeed(connection, chainId);
      await connection.query('delete from chain where chain_id = $1', [chainId]);
    });
  }

  return {
    findCheckpoint,
    open,
    cover,
    listLive: (chainId: number, grants: readonly Grant[], v1Grantors: readonly Address[]) =>
      listLive(database, chainId, grants, v1Grantors),
    /**
     * Lists the v1 vaults with unsettled revocations. While there are any, questions about them can't be answered.
     */
    listUnsettled: (chainId: number) => listUnsettled(database, chainId),
    commit,
    mark,
    noteHead,
    rewind,
    taint,
    rebuild,
    lowerMarks,
    repair: (chainId: number, repair: Repair) => repairRows(database, chainId, repair),
    forget,
    listReplaceable,
    listBlocksSince,
    findBlockUpTo,
    listEventful: (chainId: number, after: number, upTo: number) =>
      listEventful(database, chainId, after, upTo),
    listAnchors,
    /** For imported ledgers. */
    audit: createAuditStore(database),
  };
}
