/** Turns rows of usage into bars, one per hour or day, each made of parts. */
import type { Usage, UsageRow } from '../session/developer-api.ts';

export type Dimension = 'operation' | 'chain' | 'status';

interface Series {
  readonly name: string;
  readonly total: number;
  /** A CSS class. */
  readonly colour: string;
}

export interface Bar {
  readonly beginsAt: Date;
  readonly total: number;
  /** One number per series, in the same order. */
  readonly parts: readonly number[];
}

export interface Chart {
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly total: number;
}

export interface ChartOptions {
  readonly dimension: Dimension;
  readonly hoursABar: number;
  readonly nameChain: (chainId: number | null) => string;
}

const HOUR_MS = 3_600_000;
/** All further series become one, because more colours are hard to tell apart. */
const MAX_SERIES = 6;
const OTHERS = 'Others';

export function createChart(
  { from, to, usage }: Usage,
  { dimension, hoursABar, nameChain }: ChartOptions,
): Chart {
  const nameOf = (row: UsageRow) => nameRow(row, dimension, nameChain);
  const series = findSeries(usage, nameOf, dimension);
  const index = new Map(series.map(({ name }, i) => [name, i]));
  const begin = Date.parse(from);
  const stepMs = hoursABar * HOUR_MS;
  const count = Math.ceil((Date.parse(to) - begin) / stepMs);
  const parts = Array.from({ length: count }, () => series.map(() => 0));
  for (const row of usage) {
    const bar = parts[Math.floor((Date.parse(row.hour) - begin) / stepMs)];
    const i = index.get(nameOf(row)) ?? series.length - 1;
    if (bar) bar[i] = (bar[i] ?? 0) + row.requests;
  }
  const bars = parts.map((parts, i) => ({
    beginsAt: new Date(begin + i * stepMs),
    total: parts.reduce((sum, part) => sum + part, 0),
    parts,
  }));
  return { series, bars, total: bars.reduce((sum, { total }) => sum + total, 0) };
}

function findSeries(
  usage: readonly UsageRow[],
  nameOf: (row: UsageRow) => string,
  dimension: Dimension,
): readonly Series[] {
  const totals = new Map<string, number>();
  for (const row of usage) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + row.requests);
  const sorted = [...totals].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b));
  const shown = sorted.length > MAX_SERIES ? sorted.slice(0, MAX_SERIES - 1) : sorted;
  const rest = sorted.slice(shown.length).reduce((sum, [, total]) => sum + total, 0);
  const all = rest > 0 ? [...shown, [OTHERS, rest] as const] : shown;
  return all.map(([name, total], i) => ({
    name,
    total,
    colour: dimension === 'status' ? colourOfStatus(name, i) : `series-${i + 1}`,
  }));
}

/** Success is always green and a server error always red; client errors are in between. */
function colourOfStatus(name: string, i: number): string {
  if (name.startsWith('2')) return 'series-good';
  if (name.startsWith('5')) return 'series-bad';
  if (name.startsWith('429')) return 'series-warn';
  return `series-${(i % MAX_SERIES) + 1}`;
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'answered',
  304: 'unchanged',
  400: 'invalid parameters',
  404: 'not found',
  429: 'too many requests',
  500: 'failed',
  503: 'unknown',
};

function nameRow(row: UsageRow, dimension: Dimension, nameChain: ChartOptions['nameChain']): string {
  if (dimension === 'chain') return nameChain(row.chainId);
  if (dimension === 'operation') return nameOperation(row.operation);
  const words = STATUS_WORDS[row.status];
  return words ? `${row.status} ${words}` : String(row.status);
}

/** Returns e.g. `v2 check ERC721` for `v2CheckErc721`. */
export function nameOperation(id: string): string {
  const [, version = '', rest = ''] = /^(v\d)(.*)$/.exec(id) ?? [];
  if (!version) return id;
  const words = rest.match(/[A-Z][a-z]*\d*/g) ?? [];
  return [
    version,
    ...words.map((word) => (/^Erc/.test(word) ? word.toUpperCase() : word.toLowerCase())),
  ].join(' ');
}
