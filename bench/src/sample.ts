/** The one form of all results: a figure has a name, a unit, and a ratio to its baseline. */
import { median } from './median.ts';

export interface Key {
  /** The name of the measurement, e.g. "check/all". */
  readonly name: string;
  readonly unit: string;
  /** The server that is measured. Empty where there is only one. */
  readonly who: string;
  /** The rows of its ledger, if that matters. */
  readonly rows: number | null;
}

/** A figure in one round. */
export interface Sample extends Key {
  readonly round: number;
  readonly value: number;
}

export interface Figure extends Key {
  /** The median of the rounds. */
  readonly value: number;
  /** The ratio to the baseline, or null without one. */
  readonly ratio: number | null;
}

/** Returns how the baseline of a figure differs from it, or `null` if it has none. */
export type Baseline = (key: Key, samples: readonly Sample[]) => Partial<Key> | null;

/** Creates the samples of one measurement from its values by unit. Values that are not known are left out. */
export function toSamples(
  { name, who = '', rows = null, round = 1 }: Pick<Sample, 'name'> & Partial<Sample>,
  values: Readonly<Record<string, number | null | undefined>>,
): Sample[] {
  return Object.entries(values).flatMap(([unit, value]) => {
    if (value === null || value === undefined) return [];
    if (!Number.isFinite(value)) throw new Error(`"${name}" in ${unit} is not a number: ${value}.`);
    return [{ name, unit, who, rows, round, value }];
  });
}

const FIELDS = ['name', 'unit', 'who', 'rows'] as const;

export function select(samples: readonly Sample[], key: Partial<Key>): Sample[] {
  return samples.filter((sample) =>
    FIELDS.every((field) => key[field] === undefined || sample[field] === key[field]),
  );
}

export function medianOf(samples: readonly Sample[], key: Partial<Key>): number | null {
  const own = select(samples, key);
  return own.length > 0 ? median(own.map(({ value }) => value)) : null;
}

/** Returns the median of the ratios within each round, or null if no round has both. */
export function ratioOf(samples: readonly Sample[], key: Partial<Key>, base: Partial<Key>): number | null {
  const others = new Map(select(samples, { ...key, ...base }).map(({ round, value }) => [round, value]));
  const ratios = select(samples, key).flatMap(({ round, value }) => {
    const other = others.get(round);
    return other ? [value / other] : [];
  });
  return ratios.length > 0 ? median(ratios) : null;
}

/** Returns one figure for each name, server, size and unit, in the order in which they were measured. */
export function summarize(samples: readonly Sample[], baseline: Baseline): Figure[] {
  const groups = Map.groupBy(samples, (sample) => FIELDS.map((field) => sample[field]).join('\t'));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ name, unit, who, rows }) => {
      const key = { name, unit, who, rows };
      const base = baseline(key, samples);
      const value = median(group.map((sample) => sample.value));
      return { ...key, value, ratio: base && ratioOf(samples, key, base) };
    }),
  );
}

/** Lists each different value of a field, in the order in which they were measured. */
export function listEach<Field extends keyof Key>(samples: readonly Sample[], field: Field): Key[Field][] {
  return [...new Set(samples.map((sample) => sample[field]))];
}

/** Lists the sizes of the ledgers, the smallest first. */
export function listSizes(samples: readonly Sample[]): number[] {
  return listEach(samples, 'rows')
    .flatMap((rows) => rows ?? [])
    .toSorted((a, b) => a - b);
}

/** Compares a figure with that of the smallest ledger. */
export const toSmallest: Baseline = (_, samples) => ({ rows: listSizes(samples)[0] ?? null });
