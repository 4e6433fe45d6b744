/** The ledger in a form that two runs can be compared by: every column but the row's own number. */
import type { Database } from '@mandate/store';

export type LedgerRows = readonly string[];

/** Reads whole rows as text, so that columns added later are compared as well. */
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

/** Returns null when both are equal, otherwise the difference in one line. */
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

/** Counts equal lines: a row that exists twice instead of once is a difference. */
function subtract(lines: LedgerRows, others: LedgerRows): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
