/**
 * For processes that keep a copy of the standing delegations: reads all of them once, and then every change since.
 */
import {
  CHECKPOINT_COLUMNS,
  type Checkpoint,
  type CheckpointRow,
  readCheckpoint,
} from '../database/checkpoint.ts';
import { ask, type Connection, type Database, transact } from '../database/database.ts';
import { type DelegationRow, delegationColumns, toHex } from '../database/row.ts';
import { CHANGE_COLUMNS, type ChangeRow, type LoggedChange, readChange } from '../follow/change-table.ts';
import { type DatedRow, readDated, type SinceColumns } from './find-granting.ts';

/**
 * A place in the log of a chain. The same number in another ledger, or in a lost part of this one, has another stamp.
 */
export interface LogPlace {
  readonly feed: string;
  readonly number: number;
  /** The stamp of the change with that number. `null` at the beginning of the log, or if a repair removed the change. */
  readonly stamp: string | null;
}

/** A change, and for one that a reorg undid the beginning of the row that stands again. */
export interface FollowedChange extends LoggedChange {
  /** `null` if no row stands again, or the reorg undid its beginning too, which is a change of its own. */
  readonly restored: Pick<DatedRow['since'], 'tx' | 'timestamp'> | null;
}

/** The changes of one chain, all read at the same moment. */
export interface LogRead {
  readonly checkpoint: Checkpoint;
  /** `null` if the log does not have the requested place. */
  readonly changes: readonly FollowedChange[] | null;
  /** `true` if the log is another one than that of the requested place, so its rows may be wrong. A trimmed log is the same log. */
  readonly isOther: boolean;
  /** The place after these changes. */
  readonly place: LogPlace;
  /** `true` if the changes lead to the checkpoint. `false` if there were too many for one read. */
  readonly complete: boolean;
}

export const LOST_IDENTITY = 'The database has lost the identity of its ledger. Restore the table "ledger".';

interface LogRow extends CheckpointRow, ChangeRow {
  readonly ledger_id: string;
  readonly feed: string;
  readonly changes: number;
  readonly known: boolean;
  readonly is_other: boolean;
  readonly restored_tx: Buffer | null;
  readonly restored_timestamp: number | null;
}

export interface Logs {
  readonly ledgerId: string;
  /** Without the chains that the ledger does not have. */
  readonly reads: ReadonlyMap<number, LogRead>;
}

/** Reads the changes after a place in the log of each chain. */
export async function readLog(
  database: Database,
  places: ReadonlyMap<number, LogPlace>,
  limit: number,
): Promise<Logs> {
  const asked = [...places];
  const rows = await ask<LogRow>(database, {
    name: 'read-log',
    text: READ_LOG,
    values: [
      asked.map(([chainId]) => chainId),
      asked.map(([, { feed }]) => feed),
      asked.map(([, { number }]) => number),
      asked.map(([, { stamp }]) => stamp),
      limit,
    ],
  });
  const reads = new Map<number, LogRead>();
  const ledgerId = rows[0]?.ledger_id;
  if (ledgerId === undefined) throw new Error(LOST_IDENTITY);
  const found = rows.filter(({ chain_id }) => chain_id !== null);
  for (const [chainId, own] of Map.groupBy(found, ({ chain_id }) => chain_id)) {
    const [first] = own;
    const place = places.get(chainId);
    if (first && place) reads.set(chainId, readOne(first, own, place));
  }
  return { ledgerId, reads };
}

function readOne(first: LogRow, rows: readonly LogRow[], after: LogPlace): LogRead {
  const changes = rows.flatMap((row) => {
    const { number, restored_tx: tx, restored_timestamp: timestamp } = row;
    if (number === null) return [];
    return [{ ...readChange(row, number), restored: tx && { tx: toHex(tx), timestamp } }];
  });
  const last = rows.findLast(({ number }) => number !== null);
  const place = last?.number ? { feed: first.feed, number: last.number, stamp: last.stamp } : after;
  return {
    checkpoint: readCheckpoint(first),
    changes: first.known ? changes : null,
    isOther: first.is_other,
    place,
    complete: first.known && place.number === first.changes,
  };
}

/** SQL that tells whether a place `p` is in the log of chain `c`. */
export const KNOWN = `
    select f.is_same and h.stamp is not distinct from p.stamp as known,
      not f.is_same or h.stamp is distinct from p.stamp and h.number is not null as is_other
    from (select c.feed = p.feed and c.changes >= p.number as is_same) f
    left join change h on h.chain_id = p.chain_id and h.number = p.number`;

const READ_LOG = `
  select l.id as ledger_id, ${CHECKPOINT_COLUMNS}, c.feed, c.changes, k.known, k.is_other, ${CHANGE_COLUMNS},
    r.since_tx as restored_tx, r.timestamp as restored_timestamp
  from ledger l
  left join (unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::uuid[]) as p (chain_id, feed, number, stamp)
    join chain c on c.chain_id = p.chain_id) on true
  left join lateral (
    ${KNOWN}
  ) k on true
  left join lateral (
    select * from change h
    where k.known and h.chain_id = c.chain_id and h.number > p.number and h.number <= c.changes
    order by h.number limit $5
  ) h on true
  left join lateral (
    select d.since_tx, (select b.timestamp from block b where b.chain_id = d.chain_id and b.number = d.since_block)
    from delegation d
    where h.undone and d.chain_id = c.chain_id and d.from_address = h.from_address and d.to_address = h.to_address
      and d.registry = h.registry and d.kind = h.kind and d.contract = h.contract and d.token_id = h.token_id
      and d.rights = h.rights and d.since_block = h.began_block and d.since_log = h.began_log
  ) r on true
  order by c.chain_id, h.number`;

/** The end of a chain's log, with the checkpoint of that moment. */
export interface LogStart {
  readonly checkpoint: Checkpoint;
  readonly place: LogPlace;
}

/** The wallets that rows are sorted by. */
type Direction = 'from' | 'to';

/**
 * Reads all delegations that stand on a chain at one moment, `rowsAtATime` rows at a time: first sorted by the wallets
 * that they are from, then all again by those that they are to. `null` if the ledger does not have the chain. `take` may stop the
 * reading by throwing.
 */
export async function readAllStanding(
  database: Database,
  chainId: number,
  rowsAtATime: number,
  take: (standing: readonly DatedRow[], direction: Direction) => Promise<void>,
): Promise<LogStart | null> {
  return transact(database, async (connection) => {
    await connection.query('set transaction isolation level repeatable read, read only');
    const start = await readStart(connection, chainId);
    if (!start) return null;
    for (const direction of ['from', 'to'] as const) {
      await connection.query(
        `declare standing_${direction} no scroll cursor for
         select ${delegationColumns('d')}, d.since_block, d.since_log, d.since_tx, b.timestamp as since_timestamp
         from delegation d left join block b on b.chain_id = d.chain_id and b.number = d.since_block
         where d.chain_id = ${Number(chainId)} and d.until_block is null
         order by d.${direction}_address, d.since_block, d.since_log`,
      );
      await readAll(connection, `fetch ${Number(rowsAtATime)} from standing_${direction}`, (rows) =>
        take(rows, direction),
      );
    }
    return start;
  });
}

async function readAll(
  connection: Connection,
  fetchMore: string,
  take: (rows: readonly DatedRow[]) => Promise<void>,
): Promise<void> {
  const fetch = () => connection.query<DelegationRow & SinceColumns>(fetchMore);
  let fetching = fetch();
  for (;;) {
    const { rows } = await fetching;
    if (rows.length === 0) return;
    // PostgreSQL reads the next rows while these are taken. If taking fails, nobody waits for them.
    fetching = fetch();
    fetching.catch(() => {});
    await take(rows.map(readDated));
  }
}

async function readStart(connection: Connection, chainId: number): Promise<LogStart | null> {
  const { rows } = await connection.query<
    CheckpointRow & { feed: string; changes: number; stamp: string | null }
  >(
    `select ${CHECKPOINT_COLUMNS}, c.feed, c.changes, h.stamp
     from chain c left join change h on h.chain_id = c.chain_id and h.number = c.changes
     where c.chain_id = $1`,
    [chainId],
  );
  const [row] = rows;
  if (!row) return null;
  const { feed, changes: number, stamp } = row;
  return { checkpoint: readCheckpoint(row), place: { feed, number, stamp } };
}
