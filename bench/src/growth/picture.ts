/** Draws how costs grow with the rows. */
import { CPU_OF_ALL } from '../answers.ts';
import { drawChart, linear, logarithmic, type Panel, type Series } from '../report/chart.ts';
import { rowsInWords } from '../report/table.ts';
import { type Key, listSizes, ratioOf, type Sample } from '../sample.ts';
import { BLOCK_OF_TEN } from '../writes/measure-writes.ts';
import { BLOCK_TO_READ_MODEL, CHANGE_IN_READ_MODEL } from './followed.ts';
import { DATABASE, LOADING } from './made.ts';
import { MAX_RATIO } from './page.ts';

interface Drawn {
  readonly key: Partial<Key>;
  readonly label: string;
}

/** The costs that a client notices, and those that the operator pays. */
const PANELS: readonly { readonly title: string; readonly drawn: readonly Drawn[] }[] = [
  {
    title: 'Answers: processor time',
    drawn: [
      { key: { name: 'check', who: 'from the read model', unit: CPU_OF_ALL }, label: 'check, read model' },
      { key: { name: 'list', who: 'from the read model', unit: CPU_OF_ALL }, label: 'list, read model' },
      { key: { name: 'check', who: 'from PostgreSQL', unit: CPU_OF_ALL }, label: 'check, PostgreSQL' },
      { key: { name: 'list', who: 'from PostgreSQL', unit: CPU_OF_ALL }, label: 'list, PostgreSQL' },
    ],
  },
  {
    title: 'Writing, following and loading',
    drawn: [
      { key: { name: BLOCK_OF_TEN, unit: 'p50 ms' }, label: 'commit of a block' },
      { key: { name: BLOCK_TO_READ_MODEL }, label: 'commit to read model' },
      { key: { name: CHANGE_IN_READ_MODEL }, label: 'a change, read model' },
      { key: { name: DATABASE }, label: 'database, per row' },
      { key: { name: LOADING }, label: 'loading the read model, per row' },
    ],
  },
];
const DRAWN = PANELS.flatMap(({ drawn }) => drawn);
const GOAL: Series = { name: `the goal: at most ${MAX_RATIO}`, style: 0, dashed: true };
/** The other styles. They repeat with dashes. */
const STYLES = 6;

export function drawGrowth(samples: readonly Sample[]): string {
  const sizes = listSizes(samples);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const x = logarithmic(
    'rows in the ledger',
    sizes.map((at) => ({ at, label: rowsInWords(at) })),
    [smallest / 1.5, largest * 1.5],
  );
  const lines = DRAWN.map(({ key, label }, i) => ({
    label,
    series: { name: label, style: 1 + (i % STYLES), dashed: i >= STYLES },
    points: sizes.flatMap((rows) => {
      const ratio = ratioOf(samples, { ...key, rows }, { rows: smallest });
      return ratio === null ? [] : [[rows, ratio] as const];
    }),
  }));
  const ratios = lines.flatMap(({ points }) => points.map(([, ratio]) => ratio));
  const y = linear('times the smallest', Math.max(2, ...ratios));
  const goal = { series: GOAL, points: [smallest, largest].map((rows) => [rows, MAX_RATIO] as const) };
  const panels = PANELS.map(({ title, drawn }): Panel => {
    const own = lines.filter((line) => drawn.some(({ label }) => label === line.label));
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
