/** Keys as a table for a terminal. */

import { checksum } from '@mandate/read-model/checksum';
import type { KeyRecord } from '@mandate/store';

const COLUMNS = ['id', 'prefix', 'name', 'owner', 'created', 'last used', 'expires', 'state'];
const GAP = '  ';
const NONE = '-';
/** Names are their owners' own: one of them must not be able to speak to the terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

export function presentKeys(keys: readonly KeyRecord[], now: Date): string {
  const rows = [COLUMNS, ...keys.map((key) => cellsOf(key, now))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(GAP));
  return lines.map((line) => line.trimEnd()).join('\n');
}

function cellsOf(key: KeyRecord, now: Date): string[] {
  return [
    String(key.id),
    key.prefix,
    key.name.replaceAll(UNPRINTABLE, '?'),
    key.owner ? checksum(key.owner) : NONE,
    presentTime(key.createdAt),
    key.lastUsedAt ? presentTime(key.lastUsedAt) : 'never',
    key.expiresAt ? presentTime(key.expiresAt) : 'never',
    stateOf(key, now),
  ];
}

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: Date): 'valid' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}

/** In UTC, to the minute. */
function presentTime(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
