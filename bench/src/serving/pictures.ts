/** Draws the charts of the serving results. */
import { PERCENTILES } from '../http-load.ts';
import {
  drawChart,
  type Line,
  linear,
  logarithmic,
  type Panel,
  type Series,
  short,
} from '../report/chart.ts';
import { rowsInWords } from '../report/markdown-table.ts';
import { CONTENDER_IDS, CONTENDERS, type ContenderId, type ServingResult } from './result.ts';
import { type Summary, summarize } from './summary.ts';

const SERIES = CONTENDER_IDS.map(
  (id, style): Series => ({
    name: CONTENDERS[id].replaceAll('`', ''),
    style,
    dashed: ['http', 'fastify', 'fastify2'].includes(id),
  }),
);
const seriesOf = (contender: ContenderId) => SERIES[CONTENDER_IDS.indexOf(contender)] as Series;
const allOf = (summaries: readonly Summary[]) => [
  ...new Set(summaries.map(({ contender }) => seriesOf(contender))),
];
const namesOf = (summaries: readonly Summary[]) =>
  allOf(summaries)
    .map(({ name }) => name)
    .join(', ');

/** Draws requests per second by ledger size, for every check. */
export function drawThroughput(result: ServingResult): string {
  const checks = summarize(result).filter(({ question }) => question.includes('check'));
  const sizes = result.ledgers.map(({ rows }) => rows);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const x = logarithmic(
    'rows in the ledger',
    sizes.map((at) => ({ at, label: rowsInWords(at) })),
    [smallest / 1.5, largest * 1.5],
  );
  const y = linear('requests/s', Math.max(...checks.map(({ perSecond }) => perSecond)));
  const panels = [...Map.groupBy(checks, ({ question }) => question)].map(
    ([title, summaries]): Panel => ({ title, x, y, lines: linesOf(summaries, [smallest, largest]) }),
  );
  return drawChart({
    title: 'Requests a second against rows',
    description: `One line for each of ${namesOf(checks)}; the figures are in the tables of the page.`,
    series: allOf(checks),
    panels,
    columns: 2,
  });
}

/** Servers without a ledger have the same value at every size. */
function linesOf(summaries: readonly Summary[], ends: readonly number[]): Line[] {
  return [...Map.groupBy(summaries, ({ contender }) => contender)].map(([contender, own]) => ({
    series: seriesOf(contender),
    points: own.flatMap(({ rows, perSecond }) =>
      (rows === null ? [...new Set(ends)] : [rows]).map((at) => [at, perSecond] as const),
    ),
  }));
}

const SHOWN = ['check/all', 'check/erc721'];
/** The slowest request is a single one and says nothing about the others. */
const LAST_SHOWN = 99.99;
const SERVERS = ['http', 'fastify', 'postgres', 'keyed'];

/** Draws the latency by percentile in the largest ledger. */
export function drawLatency(result: ServingResult): string {
  const largest = Math.max(...result.ledgers.map(({ rows }) => rows));
  const shown = summarize(result).filter(
    ({ question, contender, rows }) =>
      SHOWN.includes(question) && SERVERS.includes(contender) && (rows === null || rows === largest),
  );
  const count = PERCENTILES.indexOf(LAST_SHOWN) + 1;
  const all = shown.flatMap(({ percentilesMs }) => percentilesMs.slice(0, count));
  const powers = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];
  const from = powers.findLast((power) => power <= Math.min(...all)) ?? 0.01;
  const to = powers.find((power) => power >= Math.max(...all)) ?? 2_000;
  const ticks = powers.filter((at) => at >= from && at <= to).map((at) => ({ at, label: short(at) }));
  const y = logarithmic('milliseconds', ticks, [from, to]);
  // Gives the slowest tenth, hundredth and so on equal distances.
  const slower = (percentile: number) => 100 / (100 - percentile);
  const x = logarithmic(
    'percentile',
    [50, 90, 99, 99.9, LAST_SHOWN].map((at) => ({ at: slower(at), label: String(at) })),
    [1, slower(LAST_SHOWN) * 1.3],
  );
  const panels = [...Map.groupBy(shown, ({ question }) => question)].map(
    ([question, summaries]): Panel => ({
      title: `${question}, ${rowsInWords(largest)} rows`,
      x,
      y,
      lines: summaries.map(({ contender, percentilesMs }) => ({
        series: seriesOf(contender),
        points: PERCENTILES.slice(0, count).map(
          (percentile, i) => [slower(percentile), percentilesMs[i] ?? Number.NaN] as const,
        ),
      })),
    }),
  );
  return drawChart({
    title: 'How long a request takes',
    description: `The distribution of latencies of ${namesOf(shown)}; the figures are in the tables of the page.`,
    series: allOf(shown),
    panels,
    columns: 2,
  });
}
