/** The kinds of panels on the dashboard, in Grafana's format. */

export interface Query {
  readonly expr: string;
  /** The name of a line; `{{label}}` is replaced by the label's value. */
  readonly legend?: string;
}

type Unit = 'short' | 's' | 'reqps' | 'percentunit' | 'bytes' | 'cps' | 'dtdurations';

interface PanelFields {
  readonly title: string;
  /** Explains what the panel shows and how it normally looks, for first-time readers. */
  readonly description: string;
  readonly queries: readonly Query[];
  readonly unit?: Unit;
}

/** The colour from each value on. The first one has no lower limit. */
export type Steps = readonly (readonly [from: number | null, colour: 'green' | 'orange' | 'red'])[];

export type Names = Readonly<Record<number, readonly [text: string, colour: 'green' | 'orange' | 'red']>>;

export interface Panel {
  readonly type: string;
  readonly title: string;
  readonly [field: string]: unknown;
}

export interface DashboardRow {
  readonly title: string;
  readonly height: number;
  readonly panels: readonly Panel[];
}

const datasource = { type: 'prometheus', uid: '$datasource' };

const thresholds = (steps: Steps) => ({
  mode: 'absolute',
  steps: steps.map(([value, color]) => ({ value, color })),
});

const mappings = (names: Names) => [
  {
    type: 'value',
    options: Object.fromEntries(
      Object.entries(names).map(([value, [text, color]], index) => [value, { text, color, index }]),
    ),
  },
];

const targets = (queries: readonly Query[], kind: 'range' | 'instant' | 'table') =>
  queries.map(({ expr, legend }, i) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + i),
    datasource,
    expr,
    legendFormat: legend ?? '__auto',
    ...(kind === 'range' ? { range: true } : { instant: true, range: false }),
    ...(kind === 'table' ? { format: 'table' } : {}),
  }));

/** Returns a panel with lines over time. */
export function lines({ title, description, queries, unit = 'short' }: PanelFields, most?: number): Panel {
  return {
    type: 'timeseries',
    title,
    description,
    datasource,
    targets: targets(queries, 'range'),
    fieldConfig: {
      defaults: { unit, min: 0, ...(most === undefined ? {} : { max: most }), custom: { fillOpacity: 8 } },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
}

/** Returns a panel with one current number. */
export function now(
  { title, description, queries, unit = 'short' }: PanelFields,
  { steps = [[null, 'green']], names }: { steps?: Steps; names?: Names } = {},
): Panel {
  return {
    type: 'stat',
    title,
    description,
    datasource,
    targets: targets(queries, 'instant'),
    fieldConfig: {
      defaults: { unit, thresholds: thresholds(steps), mappings: names ? mappings(names) : [] },
      overrides: [],
    },
    options: { colorMode: 'background', graphMode: 'none', reduceOptions: { calcs: ['lastNotNull'] } },
  };
}

export interface Column extends Query {
  readonly title: string;
  readonly unit?: Unit;
  readonly steps?: Steps;
  readonly names?: Names;
}

/** Returns a panel with a row per set of labels and a column per query. */
export function table(
  title: string,
  description: string,
  columns: readonly Column[],
  labels: Readonly<Record<string, string>>,
) {
  const overrides = columns.map(({ title: displayName, unit = 'short', steps, names }, i) => ({
    matcher: { id: 'byName', options: `Value #${String.fromCharCode('A'.charCodeAt(0) + i)}` },
    properties: [
      { id: 'displayName', value: displayName },
      { id: 'unit', value: unit },
      ...(names ? [{ id: 'mappings', value: mappings(names) }] : []),
      ...(steps ? [{ id: 'thresholds', value: thresholds(steps) }] : []),
      ...(names || steps
        ? [{ id: 'custom.cellOptions', value: { type: 'color-background', mode: 'basic' } }]
        : []),
    ],
  }));
  return {
    type: 'table',
    title,
    description,
    datasource,
    targets: targets(columns, 'table'),
    fieldConfig: { defaults: {}, overrides },
    options: { showHeader: true },
    transformations: [
      { id: 'merge', options: {} },
      { id: 'organize', options: { excludeByName: { Time: true }, renameByName: labels } },
    ],
  } satisfies Panel;
}
