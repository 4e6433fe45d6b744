/** Writes the serving results as lines and tables. */

import { PERCENTILES } from '../http-load.ts';
import { count, figure, ratio, rowsInWords, writeTable } from '../report/markdown-table.ts';
import { describeRounds } from '../report/rounds.ts';
import { CONTENDERS, type Measured, type ServingResult } from './result.ts';
import { compareProcesses, compareSizes, inShort, type Summary, sizesOf, summarize } from './summary.ts';

/** Describes one measurement on one line. */
export function describeMeasured(measured: Measured, rounds: number): string {
  const { round, question, contender, rows, perSecond, percentilesMs } = measured;
  const at = (percentile: (typeof PERCENTILES)[number]) =>
    figure(percentilesMs[PERCENTILES.indexOf(percentile)] ?? null);
  const who = `${contender}${rows === null ? '' : ` at ${rowsInWords(rows)}`}`;
  const cpu = [
    measured.cpuUs === null ? [] : `CPU ${figure(measured.cpuUs)} µs`,
    measured.postgresCpuUs ? `PostgreSQL ${figure(measured.postgresCpuUs)} µs` : [],
    measured.loadCpuUs === null ? [] : `load ${figure(measured.loadCpuUs)} µs`,
    measured.otherCores === null ? [] : `others ${ratio(measured.otherCores)} cores`,
  ].flat();
  const half = measured.halfP99Ms === null ? '' : `, at half load ${figure(measured.halfP99Ms)}`;
  const times = `p50 ${at(50)} p99 ${at(99)}${half} ms`;
  return `${round}/${rounds} ${question.padEnd(19)} ${who.padEnd(24)} ${count(perSecond)?.padStart(7)}/s  ${times}  ${cpu.join(', ')}`;
}

const nameOf = ({ contender, rows }: Pick<Summary, 'contender' | 'rows'>) =>
  rows === null ? CONTENDERS[contender] : `${CONTENDERS[contender]}, ${rowsInWords(rows)}`;

const ASKERS = ['keyed', 'anonymous', 'redis'] as const;

/** Writes one line per question. */
export function writeShortTable(result: ServingResult): string {
  const [smallest = 0, ...larger] = sizesOf(result);
  const rows = inShort(result).map(({ question, readModel: [one, ...many], postgres }) => [
    ...[question, count(one?.perSecond ?? null), figure(one?.cpuUs ?? null), ratio(one?.toFastify ?? null)],
    ...many.map((each) => ratio(each?.toFastify ?? null)),
    ...[ratio(one?.p99ToFastify ?? null), ratio(postgres?.toFastify ?? null)],
  ]);
  const head = [
    ...['', 'requests/s', 'CPU µs', `of Fastify, ${rowsInWords(smallest)} rows`],
    ...larger.map((rows) => `of Fastify, ${rowsInWords(rows)} rows`),
    ...['p99 to Fastify’s', 'of Fastify, without the read model'],
  ];
  return writeTable(head, rows);
}

export function writeSizesTable(result: ServingResult): string {
  const sizes = compareSizes(result);
  const [any] = sizes;
  if (!any) return 'The run had one size only.';
  const head = ['', 'pgbench', 'on PostgreSQL', 'with the read model and a key'];
  const questions = [...new Set(sizes.map(({ question }) => question))];
  const rows = questions.map((question) => [
    question,
    ...(['pgbench', 'postgres', 'keyed'] as const).map((contender) =>
      ratio(sizes.find((each) => each.question === question && each.contender === contender)?.ratio ?? null),
    ),
  ]);
  return writeTable(head, rows);
}

export function writeProcessesTable(result: ServingResult): string {
  const rows = compareProcesses(result).map(({ question, contender, rows, raw, accounted, loadCores }) => [
    `${question}, ${nameOf({ contender, rows })}`,
    ...[ratio(raw), ratio(accounted), ratio(loadCores)],
  ]);
  return writeTable(['', 'two to one', 'accounted', 'cores that the load took'], rows);
}

export function writeMemoryTable({ footprints }: ServingResult): string {
  const rows = footprints.map(({ contender, rows, memory, readModel }) => [
    nameOf({ contender, rows }),
    ...[count(memory.anonymousMb), count(memory.mappedMb)],
    count(readModel ? readModel.fileBytes / 2 ** 20 : null),
    figure(readModel ? readModel.loadSeconds : null),
    figure(readModel ? readModel.readySeconds : null),
  ]);
  const head = ['', 'own memory MB', 'mapped MB', 'file MB', 's from nothing', 's with the file'];
  return writeTable(head, rows);
}

export function writeRun({ date, machine, rounds, seconds, ledgers }: ServingResult): string {
  const made = ledgers.map(({ rows, sizeBytes, fillSeconds }) => {
    const filled = fillSeconds === null ? '' : `, filled in ${Math.round(fillSeconds)} s`;
    return `${rowsInWords(rows)} rows (${(sizeBytes / 2 ** 30).toFixed(1)} GB in PostgreSQL${filled})`;
  });
  return [
    `Measured on ${date}: ${describeRounds({ rounds, seconds })}, in ledgers of ${made.join(' and ')}, on ${machine.processor}`,
    `with ${machine.cores} cores and ${machine.memoryGb} GB, Node ${machine.node}, PostgreSQL ${machine.postgres} with`,
    `\`shared_buffers\` of ${machine.sharedBuffers}.`,
  ].join('\n');
}

/** Lists the ratios for other programs. */
export function listRatios(result: ServingResult) {
  const ratios: Record<string, number | null> = {};
  for (const { question, contender, rows, toFastify, p99ToFastify } of summarize(result)) {
    if (rows === null || contender === 'keyed2') continue;
    const name = `${contender} ${question} ${rows}`;
    ratios[`${name} toFastify`] = toFastify && Number(toFastify.toFixed(2));
    if (contender !== 'pgbench')
      ratios[`${name} p99ToFastify`] = p99ToFastify && Number(p99ToFastify.toFixed(2));
  }
  for (const { question, contender, ratio: each } of compareSizes(result))
    ratios[`${contender} ${question} largestToSmallest`] = Number(each.toFixed(2));
  for (const { question, contender, rows, raw, accounted } of compareProcesses(result)) {
    const name = `${contender} ${question}${rows === null ? '' : ` ${rows}`}`;
    ratios[`${name} twoToOne`] = Number(raw.toFixed(2));
    ratios[`${name} twoToOneAccounted`] = Number(accounted.toFixed(2));
  }
  return ratios;
}

/** Lists the figures of the read model's checks in the largest ledger, by who asks, and those of two processes. */
export function listFigures(result: ServingResult) {
  const largest = Math.max(...result.ledgers.map(({ rows }) => rows));
  const rounded = (figure: number | null) => figure && Number(figure.toFixed(2));
  const checks = summarize(result).filter(({ rows }) => rows === largest);
  const figures = ASKERS.map((id) => {
    const own = checks.filter(({ contender }) => contender === id);
    const byCheck = own.map(({ question, toFastify, p99ToFastify }) => [
      question,
      { toFastify: rounded(toFastify), p99ToFastify: rounded(p99ToFastify) },
    ]);
    return [id, Object.fromEntries(byCheck)];
  });
  const scaling = compareProcesses(result)
    .filter(({ contender, rows }) => contender === 'keyed' && rows === largest)
    .map(({ question, accounted }) => [question, rounded(accounted)]);
  return { ...Object.fromEntries(figures), twoProcesses: Object.fromEntries(scaling) };
}
