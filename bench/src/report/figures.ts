/** Writes figures as lines, and as tables of docs/operating. */
import { type Baseline, type Key, medianOf, type Sample, summarize } from '../sample.ts';
import { figure, ratio, rowsInWords, writeTable } from './table.ts';

/** Percentiles that only a chart shows. */
const isDetail = ({ unit }: Key) => /^p\d/.test(unit) && !/^p(50|99) /.test(unit);

/** Describes what has the same name, server and size on one line. */
export function describeSamples(samples: readonly Sample[]): string[] {
  const shown = samples.filter((sample) => !isDetail(sample));
  return [...Map.groupBy(shown, nameOf)].map(
    ([name, own]) => `${name}: ${own.map(({ unit, value }) => `${figure(value)} ${unit}`).join(', ')}`,
  );
}

function nameOf({ name, who, rows }: Omit<Key, 'unit'>): string {
  const at = rows === null ? '' : `, ${rowsInWords(rows)} rows`;
  return `${who ? `${name} ${who}` : name}${at}`;
}

/** Returns the ratio of each figure to another one, by its name, for other programs. */
export function listRatios(
  part: string,
  samples: readonly Sample[],
  baseline: Baseline,
): Record<string, number> {
  const ratios: Record<string, number> = {};
  for (const each of summarize(samples, baseline)) {
    const base = { ...each, ...baseline(each, samples) };
    const isBase = base.name === each.name && base.who === each.who && base.rows === each.rows;
    if (each.ratio === null || isBase || isDetail(each)) continue;
    const words = [part, each.name, each.who, each.rows, each.unit].filter((word) => word || word === 0);
    ratios[words.join(' ')] = Number(each.ratio.toFixed(3));
  }
  return ratios;
}

export interface Column {
  readonly head: string;
  cell(key: Partial<Key>): number | string | null;
}

/** Returns a column with the values of this unit. */
export const columnOf = (
  samples: readonly Sample[],
  unit: string,
  { write = figure, head = unit, of = {} }: ColumnOptions = {},
): Column => ({ head, cell: (key) => write(medianOf(samples, { ...key, ...of, unit })) });

interface ColumnOptions {
  readonly write?: typeof figure;
  readonly head?: string;
  readonly of?: Partial<Key>;
}

export const rowsOf = (names: readonly string[]) => names.map((name) => ({ label: name, key: { name } }));

/** Writes a row for each of these keys. A row without any figure is left out. */
export function writeFigureTable(
  rows: readonly { readonly label: string; readonly key: Partial<Key> }[],
  columns: readonly Column[],
): string {
  const cells = rows.map(({ label, key }) => [label, ...columns.map(({ cell }) => cell(key))]);
  const known = cells.filter(([, ...values]) => values.some((value) => value !== null));
  return writeTable(['', ...columns.map(({ head }) => head)], known);
}

/** Writes each figure at each size, with its ratio to the smallest. */
export function writeSizesTable(samples: readonly Sample[], baseline: Baseline): string {
  const figures = summarize(samples, baseline);
  const sizes = [...new Set(figures.map(({ rows }) => rows ?? 0))].toSorted((a, b) => a - b);
  const head = sizes.flatMap((rows, i) => (i === 0 ? [rowsInWords(rows)] : [rowsInWords(rows), 'ratio']));
  const groups = Map.groupBy(
    figures,
    ({ name, who, unit }) => `${nameOf({ name, who, rows: null })}, ${unit}`,
  );
  const lines = [...groups].map(([label, own]) => [
    label,
    ...sizes.flatMap((rows, i) => {
      const at = own.find((each) => each.rows === rows);
      return i === 0 ? [figure(at?.value ?? null)] : [figure(at?.value ?? null), ratio(at?.ratio ?? null)];
    }),
  ]);
  return writeTable(['', ...head], lines);
}
