/** Writes many rows with COPY, which is far cheaper than an INSERT of arrays, for PostgreSQL and for this process. */
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Hex } from 'viem';
import type { Connection } from './database.ts';

/**
 * Strings are written as they are: except from `copiedBytes`, they must not contain tabs, newlines or backslashes.
 */
export type Value = string | number | bigint | boolean | null;

/** Copies rows into `into`, a table with its columns in the order of the values. */
export async function copyRows(
  connection: Connection,
  into: string,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const text = rows.map((row) => `${row.map((value) => value ?? '\\N').join('\t')}\n`).join('');
  await pipeline([Buffer.from(text, 'latin1')], connection.query(copyFrom(`copy ${into} from stdin`)));
}

export function copiedBytes(hex: Hex): string {
  return `\\\\x${hex.slice(2)}`;
}
