/** A table for a terminal. */
const GAP = '  ';
/** Names are their owners' own: one of them must not be able to speak to the terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

export function writeTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [columns, ...rows.map((row) => row.map((cell) => cell.replaceAll(UNPRINTABLE, '?')))];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(GAP));
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** In UTC, to the minute. */
export function writeTime(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
