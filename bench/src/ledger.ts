/** Ledgers with many rows on a chain that always counts as fresh: the questions of most parts are about them. */
import { createWriter } from '@mandate/store';
import { fillLedger } from '@mandate/testing/many-rows';
import { type LedgerDatabase, openLedgerDatabase } from './ledger-database.ts';

export interface Ledger extends LedgerDatabase {
  readonly rows: number;
}

export interface LedgerRows {
  readonly rows: number;
  /** Selects rows in blocks up to `rows`. */
  readonly select: string;
  /** Runs after the ledger is filled. */
  readonly more?: string;
  readonly keep?: boolean;
}

export async function createLedger({ rows, select, more, keep = false }: LedgerRows): Promise<Ledger> {
  const ledger = await openLedgerDatabase({
    rows,
    keep,
    text: `${select}; ${more}`,
    async fill(database) {
      const block = { number: rows + 1, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 } as const;
      const marks = { head: rows + 1, safe: rows + 1, finalized: rows + 1 };
      await createWriter(database).open(1, block, marks);
      await fillLedger(database, select, { dated: true });
      if (!more) return;
      await database.query(more);
      await database.query('vacuum analyze');
    },
  });
  await ledger.database.query("update chain set state = 'following'");
  return { ...ledger, rows };
}
