/** Draws how costs grow with the rows. */
import { drawChart, linear, logarithmic, type Panel, type Series } from '../report/chart.ts';
import { rowsInWords } from '../report/markdown-table.ts';
import { NAMES } from '../writing.ts';
import { FOLLOWED } from './followed.ts';
import type { GrowthResult } from './result.ts';
import { servedName } from './served.ts';
import { MAX_RATIO, summarize } from './summary.ts';

interface Drawn {
  readonly figure: string;
  readonly label: string;
}

/** The costs that a client notices, and those that the operator pays. */
const PANELS: readonly { readonly title: string; readonly drawn: readonly Drawn[] }[] = [
  {
    title: 'Answers: processor time',
    drawn: [
      { figure: servedName('check', 'the read model', 'cpuUs'), label: 'check, read model' },
      { figure: servedName('list', 'the read model', 'cpuUs'), label: 'list, read model' },
      { figure: servedName('check', 'PostgreSQL', 'cpuUs'), label: 'check, PostgreSQL' },
      { figure: servedName('list', 'PostgreSQL', 'cpuUs'), label: 'list, PostgreSQL' },
    ],
  },
  {
    title: 'Writing, following and loading',
    drawn: [
      { figure: `${NAMES.events10}, ms`, label: 'commit of a block' },
      { figure: FOLLOWED.delayMs, label: 'commit to read model' },
      { figure: FOLLOWED.cpuUs, label: 'a change, read model' },
      { figure: 'database, bytes a row', label: 'database, per row' },
      { figure: 'loading the read model, µs a row', label: 'loading the read model, per row' },
    ],
  },
];
const DRAWN = PANELS.flatMap(({ drawn }) => drawn);
const GOAL: Series = { name: `the goal: at most ${MAX_RATIO}`, style: 0, dashed: true };
/** The other styles. They repeat with dashes. */
const STYLES = 6;

export function drawGrowth(result: GrowthResult): string {
  const figures = new Map(summarize(result).map((each) => [each.name, each.cells]));
  const sizes = result.made.map(({ rows }) => rows);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const x = logarithmic(
    'rows in the ledger',
    sizes.map((at) => ({ at, label: rowsInWords(at) })),
    [smallest / 1.5, largest * 1.5],
  );
  const lines = DRAWN.map(({ figure, label }, i) => ({
    figure,
    series: { name: label, style: 1 + (i % STYLES), dashed: i >= STYLES },
    points: (figures.get(figure) ?? []).map(({ rows, ratio }) => [rows, ratio] as const),
  }));
  const ratios = lines.flatMap(({ points }) => points.map(([, ratio]) => ratio));
  const y = linear('times the smallest', Math.max(2, ...ratios));
  const goal = { series: GOAL, points: [smallest, largest].map((rows) => [rows, MAX_RATIO] as const) };
  const panels = PANELS.map(({ title, drawn }): Panel => {
    const own = lines.filter((line) => drawn.some(({ figure }) => figure === line.figure));
    return { title, x, y, lines: [goal, ...own] };
  });
  const series = [GOAL, ...lines.map((line) => line.series)];
  return drawChart({
    title: 'Costs against rows, as a ratio to the smallest ledger',
    description: `One line for each of ${series.map(({ name }) => name).join('; ')}. The figures are in the tables of the page.`,
    series,
    panels,
    columns: 2,
  });
}
