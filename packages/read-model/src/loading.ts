/** Loads all rows of a chain, one process at a time. Another one takes over from a process that has died. */
import type { DatedRow, LogStart } from '@mandate/store';
import type { createChainRecords } from './chain-record.ts';
import { elapsedMs, type Moment, now } from './clock.ts';
import type { Direction } from './row-bytes.ts';
import { loadRows, type Tables } from './tables.ts';

/** A process that has not continued loading for this long counts as dead. */
const ABANDONED_MS = 10_000;

interface Loading {
  readonly records: ReturnType<typeof createChainRecords>;
  readonly tablesOf: (chainId: number) => Tables;
  /** Writes everything or nothing. */
  readonly write: <T>(work: () => T) => T;
  readonly getSecret: () => string;
}

export function createLoading({ records, tablesOf, write, getSecret }: Loading) {
  /** Starts to load a chain. Returns false if another process is loading it. */
  async function beginLoading(chainId: number, by: string): Promise<boolean> {
    const tables = tablesOf(chainId);
    return write(() => {
      const record = records.find(chainId);
      const others = record?.state === 'loading' && record.by !== by;
      if (others && (elapsedMs(record.heard) ?? ABANDONED_MS) < ABANDONED_MS) return false;
      clear(tables);
      records.put(chainId, { state: 'loading', by, heard: now() });
      return true;
    });
  }

  /** Adds rows to the chain being loaded, which gets each row once in each direction. Returns false if another process has taken over. */
  async function load(
    chainId: number,
    by: string,
    rows: readonly DatedRow[],
    direction: Direction,
  ): Promise<boolean> {
    const tables = tablesOf(chainId);
    return write(() => {
      if (!isLoading(chainId, by)) return false;
      loadRows(tables, rows, direction, getSecret());
      records.put(chainId, { state: 'loading', by, heard: now() });
      return true;
    });
  }

  /**
   * Ends the load. The loaded rows are from a past moment: unless that was heard just now, the chain is answered only after
   * its log was read from there. Returns false if another process has taken over.
   */
  async function endLoading(
    chainId: number,
    by: string,
    { place, checkpoint }: LogStart,
    heard: Moment | null = null,
  ): Promise<boolean> {
    const loadedAt = checkpoint.block.number;
    return write(() => {
      if (!isLoading(chainId, by)) return false;
      records.put(
        chainId,
        heard ? { state: 'ready', place, loadedAt, checkpoint, heard } : { state: 'behind', place, loadedAt },
      );
      return true;
    });
  }

  function isLoading(chainId: number, by: string): boolean {
    const record = records.find(chainId);
    return record?.state === 'loading' && record.by === by;
  }

  /** Removes a chain that the ledger no longer has. */
  async function forget(chainId: number): Promise<void> {
    const tables = tablesOf(chainId);
    write(() => {
      clear(tables);
      records.remove(chainId);
    });
  }

  return { beginLoading, load, endLoading, forget };
}

function clear({ pairs, lists }: Tables): void {
  pairs.clearSync();
  lists.clearSync();
}
