/** Draws the chart of docs/operating/performance.md. */
import { PERCENTILES } from '../http-load.ts';
import { drawChart, logarithmic, type Panel, type Series, short } from '../report/chart.ts';
import { rowsInWords } from '../report/table.ts';
import { listSizes, medianOf, type Sample } from '../sample.ts';
import { CONTENDER_IDS, CONTENDERS, type ContenderId } from './contender-ids.ts';
import { listQuestions } from './page.ts';

const QUESTIONS = ['check/all', 'check/erc721'];
const SERVERS = ['http', 'fastify', 'postgres', 'keyed'] as const;
/** The slowest request is a single one and says nothing about the others. */
const SHOWN = PERCENTILES.filter((percentile) => percentile < 100);
const MARKED = [50, 90, 99, 99.9, 99.99];
/** Gives the slowest tenth, hundredth and so on equal distances. */
const slower = (percentile: number) => 100 / (100 - percentile);

const seriesOf = (who: ContenderId): Series => ({
  name: CONTENDERS[who].replaceAll('`', ''),
  style: CONTENDER_IDS.indexOf(who),
  dashed: ['http', 'fastify'].includes(who),
});

/** Draws the latency by percentile in the largest ledger. */
export function drawLatency(samples: readonly Sample[]): string {
  const largest = listSizes(samples).at(-1) ?? 0;
  const panels = listQuestions(samples)
    .filter((name) => QUESTIONS.includes(name))
    .map((name) => ({
      title: `${name}, ${rowsInWords(largest)} rows`,
      lines: SERVERS.map((who) => ({
        series: seriesOf(who),
        points: listPoints(samples, name, who, largest),
      })),
    }));
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([, ms]) => ms)));
  const powers = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];
  const from = powers.findLast((power) => power <= Math.min(...all)) ?? 0.01;
  const to = powers.find((power) => power >= Math.max(...all)) ?? 2_000;
  const ticks = powers.filter((at) => at >= from && at <= to).map((at) => ({ at, label: short(at) }));
  const y = logarithmic('milliseconds', ticks, [from, to]);
  const marks = MARKED.map((at) => ({ at: slower(at), label: String(at) }));
  const x = logarithmic('percentile', marks, [1, slower(99.99) * 1.3]);
  const series = SERVERS.map(seriesOf);
  return drawChart({
    title: 'How long a request takes',
    description: `The distribution of latencies of ${series.map(({ name }) => name).join(', ')}; the figures are in the tables of the page.`,
    series,
    panels: panels.map((panel): Panel => ({ ...panel, x, y })),
    columns: 2,
  });
}

function listPoints(samples: readonly Sample[], name: string, who: ContenderId, largest: number) {
  const rows = who === 'http' || who === 'fastify' ? null : largest;
  return SHOWN.flatMap((percentile) => {
    const ms = medianOf(samples, { name, who, rows, unit: `p${percentile} ms` });
    return ms === null ? [] : [[slower(percentile), ms] as const];
  });
}
