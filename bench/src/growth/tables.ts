/** Writes the results of growth as lines, and as the tables of docs/operating/scale.md. */

import { count, figure, ratio, rowsInWords, writeTable } from '../report/markdown-table.ts';
import { describeRounds } from '../report/rounds.ts';
import type { Crowd, GrowthResult, Listening, Made, Sample } from './result.ts';
import { type Figure, listGrowing, MAX_RATIO, summarize, summarizeSamples } from './summary.ts';

const GB = 2 ** 30;

export function describeMade({ rows, fillSeconds, ...made }: Made): string {
  const [database, indexes, model] = [made.databaseBytes, made.indexBytes, made.readModelBytes].map((bytes) =>
    (bytes / GB).toFixed(2),
  );
  return `${rowsInWords(rows)} rows, filled in ${Math.round(fillSeconds)} s: ${database} GB, of which ${indexes} GB are indexes; read model ${model} GB, loaded in ${made.loadSeconds.toFixed(1)} s, ready after a restart in ${made.readySeconds.toFixed(1)} s`;
}

/** One line per figure of one size. */
export function describeSamples(samples: readonly Sample[]): string[] {
  return summarizeSamples(samples).map(({ name, cells }) => {
    const [cell] = cells;
    return `${name}: ${figure(cell?.value ?? null)}, ratio ${ratio(cell?.ratio ?? null)}`;
  });
}

export function describeCrowd({ wallets, perSecond, requests, failed, ...crowd }: Crowd): string {
  const [p50, p99, cpu] = [crowd.p50Ms, crowd.p99Ms, crowd.cpuUs].map(figure);
  return `${count(wallets)} wallets, ${perSecond}/s: p50 ${p50} p99 ${p99} ms, CPU ${cpu} µs, ${crowd.memoryMb} MB, ${failed} of ${requests} failed`;
}

export function describeListening({ listeners, lastMs, cpuUsPerEvent }: Listening): string {
  return `${listeners} listeners: the last has a block after ${figure(lastMs)} ms, CPU ${figure(cpuUsPerEvent)} µs for each change and listener`;
}

export function writeGrowthRun({ date, machine, rounds, seconds, made }: GrowthResult): string {
  const sizes = made.map(({ rows, databaseBytes, readModelBytes, fillSeconds }) => {
    const [gb, modelGb] = [databaseBytes, readModelBytes].map((bytes) => (bytes / GB).toFixed(1));
    return `${rowsInWords(rows)} rows (${gb} GB in PostgreSQL, ${modelGb} GB of read model, filled in ${Math.round(fillSeconds)} s)`;
  });
  return [
    `Measured on ${date}: ${describeRounds({ rounds, seconds })}, at ${sizes.join(', ')},`,
    `on ${machine.processor} with ${machine.cores} cores and ${machine.memoryGb} GB, Node ${machine.node}, PostgreSQL ${machine.postgres} with`,
    `\`shared_buffers\` of ${machine.sharedBuffers}.`,
  ].join('\n');
}

/** The ratio of each figure to the smallest ledger, beside its value. */
export function writeGrowthTable(result: GrowthResult): string {
  const figures = summarize(result);
  const [smallest, ...larger] = result.made.map(({ rows }) => rowsInWords(rows));
  const head = ['', smallest ?? '', ...larger.flatMap((size) => [size, 'ratio'])];
  const rows = figures.map(({ name, cells: [first, ...others] }) => [
    name,
    figure(first?.value ?? null),
    ...others.flatMap(({ value, ratio: each }) => [figure(value), ratio(each)]),
  ]);
  return `${writeTable(head, rows)}\n\n${writeGrowing(listGrowing(figures))}`;
}

function writeGrowing(growing: readonly Figure[]): string {
  if (growing.length === 0)
    return `No figure of the largest ledger is above ${MAX_RATIO} times the smallest.`;
  const names = growing.map(({ name, cells }) => `${name} (${ratio(cells.at(-1)?.ratio ?? null)})`);
  return `Above ${MAX_RATIO} in the largest ledger: ${names.join('; ')}.`;
}

export function writeCrowdTable({ crowds, idle }: GrowthResult): string {
  const { connections, without, beside } = idle;
  const rows = [
    ...crowds.map((crowd) => [`${count(crowd.wallets)} wallets`, crowd] as const),
    ['the same, again', without] as const,
    [`beside ${count(connections)} idle connections`, beside] as const,
  ].map(([name, { perSecond, requests, failed, p50Ms, p99Ms, cpuUs, memoryMb }]) => [
    ...[name, count(perSecond), count(requests), count(failed), figure(p50Ms), figure(p99Ms)],
    ...[figure(cpuUs), count(memoryMb)],
  ]);
  const head = ['', 'requests/s', 'requests', 'failed', 'p50 ms', 'p99 ms', 'CPU µs', 'own memory MB'];
  const kb = figure(idle.bytesPerConnection / 1024);
  return `${writeTable(head, rows)}

An idle connection takes ${kb} kB of the process. The server closed ${count(idle.closed)} of them.`;
}

export function writeListenersTable({ listening }: GrowthResult): string {
  return writeTable(
    ['listeners', 'ms until the last has a block of 10 changes', 'CPU µs for a change to a listener'],
    listening.map(({ listeners, lastMs, cpuUsPerEvent }) => [
      ...[count(listeners), figure(lastMs), figure(cpuUsPerEvent)],
    ]),
  );
}
