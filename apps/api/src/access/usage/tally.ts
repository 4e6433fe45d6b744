/** Counts requests in memory, by hour, key, operation, chain and status. */
import { randomUUID } from 'node:crypto';
import type { UsageBatch, UsageRow } from '@mandate/store';

const HOUR_MS = 3_600_000;
/** Different counts that may wait for the database: a few megabytes, and a day of hundreds of keys. */
const MAX_COUNTS = 50_000;
/** The counts that one statement adds. */
const MAX_ROWS = 2_000;

type Counted = Pick<UsageRow, 'keyId' | 'operation' | 'chainId' | 'status'>;

type Row = { -readonly [Name in keyof UsageRow]: UsageRow[Name] };

export function createTally(mostCounts = MAX_COUNTS) {
  const counter = randomUUID();
  const counts = new Map<string, Row>();
  let batch: UsageBatch | null = null;
  let batches = 0;
  let lost = 0;
  /** A client mostly repeats its question, so the last counter is kept. */
  let last: { readonly row: Row; readonly hour: number } | null = null;

  function count(counted: Counted, at: number): void {
    const hour = Math.floor(at / HOUR_MS);
    const row = last?.hour === hour && isOf(last.row, counted) ? last.row : findRow(counted, hour);
    if (row && row !== last?.row) last = { row, hour };
    if (row) row.requests++;
    else lost++;
  }

  /** `null` if too much waits. */
  function findRow({ keyId, operation, chainId, status }: Counted, hour: number): Row | null {
    const name = `${hour} ${keyId} ${operation} ${chainId} ${status}`;
    const known = counts.get(name);
    if (known || counts.size >= mostCounts) return known ?? null;
    const row = { hour: new Date(hour * HOUR_MS), keyId, operation, chainId, status, requests: 0 };
    counts.set(name, row);
    return row;
  }

  /** Returns the next batch to add, and the same one again until `done`: after a failure it is unknown whether it was added. */
  function findBatch(): UsageBatch | null {
    if (batch || counts.size === 0) return batch;
    last = null;
    const taken = [...counts].slice(0, MAX_ROWS);
    for (const [name] of taken) counts.delete(name);
    batch = { counter, number: ++batches, rows: taken.map(([, row]) => row) };
    return batch;
  }

  return {
    count,
    findBatch,
    done(): void {
      batch = null;
    },
    /** The number of requests that wait to be added, and of those that were not counted because too many waited. */
    waiting() {
      const rows: readonly UsageRow[] = [...(batch?.rows ?? []), ...counts.values()];
      return rows.reduce((total, { requests }) => total + requests, 0);
    },
    lost: () => lost,
  };
}

function isOf(row: Row, { keyId, operation, chainId, status }: Counted): boolean {
  return (
    row.keyId === keyId && row.operation === operation && row.chainId === chainId && row.status === status
  );
}
