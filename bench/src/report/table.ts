/** Writes Markdown tables and numbers for people. */

export type Cell = string | number | null;

/** The first column is text, the others are numbers. An unknown value is a dash. */
export function writeTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Writes commas, with the precision of a measurement. */
export function count(number: number | null): string | null {
  return number === null ? null : Math.round(number).toLocaleString('en');
}

/** Writes three significant digits: 1,234, 12.3 or 0.123. */
export function figure(number: number | null): string | null {
  if (number === null || Number.isNaN(number)) return null;
  if (number === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(number), 0.001))));
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Writes a ratio with two decimal places. */
export const ratio = (number: number | null) => (number === null ? null : number.toFixed(2));

/** Writes e.g. "1 million". */
export function rowsInWords(rows: number): string {
  const millions = rows / 1_000_000;
  return Number.isInteger(millions) ? `${millions} million` : rows.toLocaleString('en');
}
