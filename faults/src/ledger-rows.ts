/** The ledger as two runs are compared by: every column but the row's own number. */
import type { Database } from '@mandate/store';

export type LedgerRows = readonly string[];

/** Whole rows as text, so that a column which is added later is compared as well. */
export async function readLedgerRows(database: Database): Promise<LedgerRows> {
  const { rows } = await database.query<{ line: string }>(
    `select 'chain ' || jsonb_build_object('chain_id', chain_id, 'block_number', block_number,
         'block_hash', block_hash, 'block_timestamp', block_timestamp, 'state', state)::text as line
       from chain
     union all
     select 'delegation ' || (to_jsonb(d) - 'id')::text from delegation d
     order by line`,
  );
  return rows.map(({ line }) => line);
}

/** Null when both are the same, row for row; else what differs, in one line. */
export function findDifference(found: LedgerRows, expected: LedgerRows): string | null {
  const lacking = subtract(expected, found);
  const surplus = subtract(found, expected);
  if (lacking.length === 0 && surplus.length === 0) return null;
  const first = lacking[0] ? `lacks ${lacking[0]}` : `has ${surplus[0]}`;
  return (
    `of ${expected.length} rows of a clean run it lacks ${lacking.length} and has ${surplus.length} ` +
    `others; the first it ${first}`
  );
}

/** Equal lines count: what is there twice and should be there once is a difference. */
function subtract(lines: LedgerRows, others: LedgerRows): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
