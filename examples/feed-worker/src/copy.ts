/** A copy of all delegations in SQLite, and the place in the feed up to which it is true. */
import { DatabaseSync } from 'node:sqlite';
import type { ChainDoubt, Change } from '@mandate/sdk';

const BUSY_TIMEOUT_MS = 5_000;

export function openCopy(path: string) {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // With the log of WAL, your app can read the copy while this worker writes.
  database.exec(`
    pragma journal_mode = wal;
    create table if not exists delegation (id text primary key, "from" text, "to" text, amount text) strict;
    create table if not exists place (one integer primary key check (one = 1), cursor text) strict;
    create table if not exists unknown (chain integer, vault text, code text) strict;`);
  const put = database.prepare('insert or replace into delegation values (?, ?, ?, ?)');
  const remove = database.prepare('delete from delegation where id = ?');
  const keep = database.prepare('insert or replace into place values (1, ?)');
  const doubt = database.prepare('insert into unknown values (?, ?, ?)');
  const place = database.prepare('select cursor from place');
  const total = database.prepare('select count(*) as count from delegation');

  /** Change and cursor are written together, or neither: after a crash, no change is lost or applied twice. */
  function inOneTransaction(write: () => void): void {
    database.exec('begin immediate');
    try {
      write();
      database.exec('commit');
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  }

  return {
    /** Returns null before the first change. */
    findCursor: (): string | null => (place.get()?.['cursor'] as string | undefined) ?? null,
    count: (): number => Number(total.get()?.['count']),
    apply(change: Change, cursor: string): void {
      const id = idOf(change);
      inOneTransaction(() => {
        if (stands(change)) put.run(id, change.from, change.to, amountAfter(change)?.toString() ?? null);
        else remove.run(id);
        keep.run(cursor);
      });
    },
    /** `null` if nothing is known, because there is no connection. */
    setUnknown(unknown: readonly ChainDoubt[] | null): void {
      inOneTransaction(() => {
        database.exec('delete from unknown');
        if (!unknown) doubt.run(null, null, 'not_connected');
        for (const { chainId, vault, code } of unknown ?? []) doubt.run(chainId, vault, code);
      });
    },
    clear(): void {
      inOneTransaction(() => database.exec('delete from delegation; delete from place'));
    },
    close: () => database.close(),
  };
}

/** Whether the delegation stands after a change. If a reorg has undone the change, the opposite is true. */
const stands = ({ change, undone }: Change) =>
  change === 'amountChanged' || (change === 'granted') !== undone;

const amountAfter = ({ change, undone, amount, amountBefore }: Change) =>
  change === 'amountChanged' && undone ? amountBefore : amount;

/** A delegation is known by all of these. Its amount can change. */
function idOf({ chainId, registry, type, from, to, contract, tokenType, tokenId, rights }: Change): string {
  return [chainId, registry, type, from, to, contract, tokenType, tokenId, rights].join(' ').toLowerCase();
}
