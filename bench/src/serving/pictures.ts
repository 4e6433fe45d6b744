/** Draws the charts of the serving results. */
import { PERCENTILES } from '../http-load.ts';
import { drawBars, drawChart, linear, logarithmic, type Panel, type Series, short } from '../report/chart.ts';
import { rowsInWords } from '../report/markdown-table.ts';
import { CONTENDER_IDS, CONTENDERS, type ContenderId, type ServingResult } from './result.ts';
import { inShort, type Summary, sizesOf, summarize } from './summary.ts';

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

/** Draws how much of bare Fastify's throughput the service reaches, for every question. */
export function drawThroughput(result: ServingResult): string {
  const sizes = sizesOf(result);
  const groups = inShort(result).map(({ question, readModel, postgres }) => ({
    name: question,
    values: [...readModel, postgres].map((each) => each?.toFastify ?? null),
  }));
  const series = [
    ...sizes.map((rows, i) => ({
      name: `the read model, ${rowsInWords(rows)} rows`,
      style: 3 + i * 3,
      dashed: false,
    })),
    { name: 'without the read model', style: 2, dashed: false },
  ];
  return drawBars({
    title: 'Requests a second, as a part of bare Fastify’s',
    description: `Bars for ${series.map(({ name }) => name).join(', ')}; the figures are in the table of the page.`,
    x: linear(
      '1 is a bare route of Fastify that sends the same bytes',
      Math.max(...groups.flatMap(({ values }) => values.map((value) => value ?? 0))),
    ),
    series,
    groups,
    label: (value) => value.toFixed(2),
  });
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
