/** Rewrites the rows of some wallets as the chain has them, in one transaction. */
import { type Address, findAmount, identify } from '@mandate/core';
import { clearMarks } from '../audit/finding-table.ts';
import type { Block } from '../database/checkpoint.ts';
import { type Connection, type Database, transact } from '../database/database.ts';
import type { Begun, Position } from '../database/lifetime.ts';
import { type DelegationRow, delegationColumns, readDelegation, toBytes, toHex } from '../database/row.ts';
import { changesOf } from '../follow/change.ts';
import { appendChanges } from '../follow/change-table.ts';
import { resetFeed } from '../webhooks/feed-reset-table.ts';
import { beginRows } from './delegation-table.ts';
import { goBack } from './go-back.ts';

export interface Repair {
  /** The wallets whose rows are compared, and rewritten if they differ. */
  readonly vaults: readonly Address[];
  /** All rows of these wallets up to `block`, as the chain has them. */
  readonly rows: readonly Begun[];
  /** The blocks in which these rows begin and end. */
  readonly eventful: readonly Block[];
  /** A block of the ledger below its checkpoint. The chain goes back to it and is followed from there again. */
  readonly block: Block;
}

/** The rows that the ledger had and the chain does not, and the other way round. */
export interface Repaired {
  readonly removed: readonly Begun[];
  readonly written: readonly Begun[];
}

/**
 * Rewrites rows that differ and clears the audit marks of these wallets. If a row differs, the log of changes gets a new
 * identity, so that copies of the ledger and readers of the feed start again. Throws if the ledger does not have `block`.
 */
export async function repairRows(database: Database, chainId: number, repair: Repair): Promise<Repaired> {
  return transact(database, async (connection) => {
    await connection.query('select from chain where chain_id = $1 for update', [chainId]);
    const { vaults, rows, block } = repair;
    const held = await listHeld(connection, chainId, vaults, block);
    const [inLedger, onChain] = [new Set(held.map(describeRow)), new Set(rows.map(describeRow))];
    const wrong = held.filter((row) => !onChain.has(describeRow(row)));
    const written = rows.filter((row) => !inLedger.has(describeRow(row)));
    // Rows after the block are not compared: the indexer writes them again.
    await goBack(connection, chainId, block);
    if (wrong.length + written.length > 0) {
      await connection.query('delete from delegation where chain_id = $1 and id = any($2::bigint[])', [
        chainId,
        wrong.map(({ id }) => id),
      ]);
      await beginRows(connection, chainId, written);
      await forgetUncertain(connection, chainId, repair);
      await rememberEventful(connection, chainId, repair);
      await rewriteLog(connection, chainId, repair);
    }
    for (const vault of vaults) await clearMarks(connection, chainId, vault);
    return { removed: wrong, written };
  });
}

/** Lists the rows of these wallets as they were when a block ended. */
async function listHeld(
  connection: Connection,
  chainId: number,
  vaults: readonly Address[],
  block: Block,
): Promise<(Begun & { readonly id: number })[]> {
  const { rows } = await connection.query<HeldRow>(
    `select d.id, ${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx, d.until_block, d.until_log, d.until_tx,
       d.until_inferred
     from delegation d where d.chain_id = $1 and d.from_address = any($2::bytea[]) and d.since_block <= $3`,
    [chainId, vaults.map(toBytes), block.number],
  );
  return rows.map((row) => {
    const { until_block, until_log, until_tx, until_inferred: inferred } = row;
    const ended =
      until_block !== null && until_log !== null && until_tx !== null && until_block <= block.number;
    return {
      id: row.id,
      delegation: readDelegation(row),
      since: { block: row.since_block, log: row.since_log, tx: toHex(row.since_tx) },
      until: ended ? { block: until_block, log: until_log, tx: toHex(until_tx), inferred } : null,
    };
  });
}

interface HeldRow extends DelegationRow {
  readonly id: number;
  readonly since_block: number;
  readonly since_log: number;
  readonly since_tx: Buffer;
  readonly until_block: number | null;
  readonly until_log: number | null;
  readonly until_tx: Buffer | null;
  readonly until_inferred: boolean;
}

function describeRow({ delegation, since, until }: Begun): string {
  const place = ({ block, log, tx }: Position) => `${block} ${log} ${tx}`;
  const end = until ? `${place(until)} ${until.inferred}` : '';
  return [identify(delegation), findAmount(delegation), place(since), end].join('|');
}

/** Nothing is uncertain about rows that were read again with the state of each revocation's block. */
async function forgetUncertain(connection: Connection, chainId: number, { vaults }: Repair): Promise<void> {
  await connection.query('delete from uncertain where chain_id = $1 and from_address = any($2::bytea[])', [
    chainId,
    vaults.map(toBytes),
  ]);
}

/** Keeps blocks that turned out to have events. Throws if the ledger has other blocks with these numbers. */
async function rememberEventful(
  connection: Connection,
  chainId: number,
  { eventful }: Repair,
): Promise<void> {
  const { rowCount } = await connection.query(
    `insert into block as b (chain_id, number, hash, timestamp, anchor, eventful)
     select $1, e.number, e.hash, e.timestamp, false, true
     from unnest($2::bigint[], $3::bytea[], $4::bigint[]) as e (number, hash, timestamp)
     on conflict (chain_id, number) do update set eventful = true where b.hash = excluded.hash`,
    [
      chainId,
      eventful.map(({ number }) => number),
      eventful.map(({ hash }) => toBytes(hash)),
      eventful.map(({ timestamp }) => timestamp),
    ],
  );
  if (rowCount !== eventful.length)
    throw new Error(
      `The nodes of chain ${chainId} have other blocks than the ledger. Find out which are right; "forget" and reading ` +
        'the chain again replaces them.',
    );
}

/** Replaces what the log says about these wallets: their whole history follows at its end. */
async function rewriteLog(
  connection: Connection,
  chainId: number,
  { vaults, rows, eventful }: Repair,
): Promise<void> {
  await connection.query('delete from change where chain_id = $1 and from_address = any($2::bytea[])', [
    chainId,
    vaults.map(toBytes),
  ]);
  const timestamps = new Map(eventful.map(({ number, timestamp }) => [number, timestamp]));
  await appendChanges(connection, chainId, changesOf({ begun: rows, ended: [] }, timestamps));
  await resetFeed(connection, chainId, vaults);
}
