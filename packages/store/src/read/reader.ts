import type { Address, Question } from '@mandate/core';
import {
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  readCheckpoint,
} from '../database/checkpoint.ts';
import { ask, type Database } from '../database/database.ts';
import { type ChangesRequest, listChanges, listLogEnds } from '../follow/change-table.ts';
import { findStarts, type LogMoment } from '../follow/find-starts.ts';
import { type BlockAt, type Concerned, findBlock, findBlocks, isUncertain, type Moment } from './block-at.ts';
import { type ExclusiveRequest, findExclusive } from './exclusive.ts';
import { type ExclusiveTokensRequest, listExclusiveTokens } from './exclusive-tokens.ts';
import { type ExclusiveVaultsRequest, findExclusiveVaults } from './exclusive-vaults.ts';
import { type ExplainedAt, explain } from './explain.ts';
import { findGranting, type GrantingRequest } from './find-granting.ts';
import { findLists, type ListsRequest } from './find-lists.ts';
import { createFindSatisfying } from './find-satisfying.ts';
import { createFindSatisfyingAll } from './find-satisfying-all.ts';
import { readHeartbeats } from './heartbeats.ts';
import { type ListRequest, list } from './list.ts';
import { listTokenGrants, type TokenGrantsRequest } from './list-token-grants.ts';
import { listUncertain } from './list-uncertain.ts';
import { type NewChangesRequest, readNewChanges } from './new-changes.ts';
import { readSnapshot, type SnapshotRequest } from './snapshot.ts';
import {
  listUncertainVaults,
  listVotingGrants,
  listVotingVaults,
  type VotingRequest,
} from './voting-grants.ts';

/** A result and the checkpoint it is valid for, read in one statement. `null` if the chain is not in the ledger. */
export type Read<T> = ({ readonly checkpoint: Checkpoint } & T) | null;

export type Reader = ReturnType<typeof createReader>;

/**
 * Reads the ledger. With `atBlock`, an answer is about a past block, which the caller compares with the checkpoint.
 * With `steadySince`, only delegations count that stood without interruption from that block to the block in
 * question.
 */
export function createReader(database: Database) {
  async function listCheckpoints(): Promise<Checkpoint[]> {
    const text = `select ${CHECKPOINT_COLUMNS} from chain c order by c.chain_id`;
    const rows = await ask<CheckpointRow>(database, { text });
    return rows.map(readCheckpoint);
  }

  /** Returns the secret that signs the cursors of lists. It never changes. */
  async function getCursorSecret(): Promise<Buffer> {
    const [row] = await ask<{ secret: Buffer }>(database, { text: 'select secret from cursor_secret' });
    if (!row)
      throw new Error(
        'The database has lost the secret that signs cursors. Restore the table "cursor_secret".',
      );
    return row.secret;
  }

  return {
    listCheckpoints,
    readHeartbeats: (marksStamp: string | null = null) => readHeartbeats(database, marksStamp),
    getCursorSecret,
    findSatisfying: createFindSatisfying(database),
    findSatisfyingAll: createFindSatisfyingAll(database),
    findGranting: (request: GrantingRequest) => findGranting(database, request),
    findExclusive: (request: ExclusiveRequest) => findExclusive(database, request),
    findExclusiveVaults: (request: ExclusiveVaultsRequest) => findExclusiveVaults(database, request),
    listExclusiveTokens: (request: ExclusiveTokensRequest) => listExclusiveTokens(database, request),
    findLists: (request: ListsRequest) => findLists(database, request),
    list: (request: ListRequest) => list(database, request),
    listTokenGrants: (request: TokenGrantsRequest) => listTokenGrants(database, request),
    explain: (chainId: number, question: Question, at: ExplainedAt) =>
      explain(database, chainId, question, at),
    findBlock: (chainId: number, moment: Moment): Promise<Read<BlockAt>> =>
      findBlock(database, chainId, moment),
    findBlocks: (chainIds: readonly number[], moment: Moment) => findBlocks(database, chainIds, moment),
    isUncertain: (chainId: number, block: number, of: Concerned, steadySince: number | null = null) =>
      isUncertain(database, chainId, { first: steadySince ?? block, last: block }, of),
    listUncertain: (
      chainId: number,
      block: number,
      vaults: readonly Address[],
      steadySince: number | null = null,
    ) => listUncertain(database, chainId, { first: steadySince ?? block, last: block }, vaults),
    listVotingVaults: (request: VotingRequest) => listVotingVaults(database, request),
    listVotingGrants: (request: VotingRequest) => listVotingGrants(database, request),
    listUncertainVaults: (request: Pick<VotingRequest, 'chainId' | 'wallets' | 'atBlock'>) =>
      listUncertainVaults(database, request),
    readSnapshot: (request: SnapshotRequest) => readSnapshot(database, request),
    listLogEnds: () => listLogEnds(database),
    findStarts: (chainIds: readonly number[], moment: LogMoment) => findStarts(database, chainIds, moment),
    listChanges: (request: ChangesRequest) => listChanges(database, request),
    readNewChanges: (request: NewChangesRequest) => readNewChanges(database, request),
  };
}
