/** Aligns columns. Colours are added after the widths are measured. */
import { createPaint, type Paint, type Style, type Terminal } from './terminal.ts';

export interface Cell {
  readonly text: string;
  readonly style?: Style;
}

export interface Column {
  readonly title: string;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly cells: readonly (readonly Cell[])[];
}

const GAP = '  ';

export function formatTable(table: Table, paint: Paint): string {
  const { columns, cells } = table;
  const widths = measure(table);
  const titles = columns.map(({ title }): Cell => ({ text: title, style: 'dim' }));
  const formatCell = ({ text, style }: Cell, i: number) => {
    const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - text.length));
    const shown = style ? paint(style, text) : text;
    return columns[i]?.isNumber ? space + shown : shown + space;
  };
  return [titles, ...cells].map((row) => row.map(formatCell).join(GAP).trimEnd()).join('\n');
}

/** Leaves out columns that are empty in every row. */
export function withoutEmpty({ columns, cells }: Table): Table {
  const kept = columns.flatMap((_, i) => (cells.some((row) => row[i]?.text) ? [i] : []));
  const pick = <T>(all: readonly T[]) => kept.flatMap((i) => all[i] ?? []);
  return { columns: pick(columns), cells: cells.map(pick) };
}

/** Formats the wide form of a table if the terminal has room for it, else the narrow one. */
export function formatToFit(tableOf: (isNarrow: boolean) => Table, terminal: Terminal): string {
  const wide = tableOf(false);
  return formatTable(widthOf(wide) <= terminal.columns ? wide : tableOf(true), createPaint(terminal));
}

function widthOf(table: Table): number {
  return measure(table).reduce((sum, width) => sum + width + GAP.length, -GAP.length);
}

function measure({ columns, cells }: Table): number[] {
  return columns.map(({ title }, i) =>
    Math.max(title.length, ...cells.map((row) => row[i]?.text.length ?? 0)),
  );
}
