/** Writes the tables of docs/operating/performance.md that are about serving. */
import { ACCOUNTED, AT_HALF } from '../answers.ts';
import type { PartResult } from '../part.ts';
import { type Column, columnOf, rowsOf, writeFigureTable } from '../report/figures.ts';
import { writeRun } from '../report/run.ts';
import { count, figure, ratio, rowsInWords } from '../report/table.ts';
import { type Key, listEach, listSizes, medianOf, ratioOf, type Sample, select } from '../sample.ts';
import { CONTENDER_IDS, CONTENDERS, type ContenderId } from './contender-ids.ts';

const PER_SECOND = 'requests/s';
const FASTIFY = { who: 'fastify', rows: null } as const;

export function writeServingSections(result: PartResult): Record<string, string> {
  const { samples } = result;
  return {
    run: writeRun(result),
    summary: writeShortTable(samples),
    sizes: writeLargestTable(samples),
    processes: writeProcessesTable(samples),
    memory: writeMemoryTable(samples),
  };
}

/** Lists the questions in the order of the page. */
export const listQuestions = (samples: readonly Sample[]) =>
  listEach(select(samples, { unit: PER_SECOND }), 'name');

/** Returns how the service with a read model is asked mostly: with a key. v1 takes none. */
function findAsked(samples: readonly Sample[], name: string): ContenderId {
  return medianOf(samples, { name, who: 'keyed' }) === null ? 'anonymous' : 'keyed';
}

function writeShortTable(samples: readonly Sample[]): string {
  const sizes = listSizes(samples);
  const [smallest = null] = sizes;
  const asked = (unit: string, key: Partial<Key>, rows = smallest) => ({
    ...{ ...key, unit, rows },
    who: findAsked(samples, key.name ?? ''),
  });
  const toFastify = (key: Partial<Key>) => ratio(ratioOf(samples, key, FASTIFY));
  const columns: Column[] = [
    { head: PER_SECOND, cell: (key) => count(medianOf(samples, asked(PER_SECOND, key))) },
    { head: 'CPU µs', cell: (key) => figure(medianOf(samples, asked('CPU µs', key))) },
    ...sizes.map((rows) => ({
      head: `of Fastify, ${rowsInWords(rows)} rows`,
      cell: (key: Partial<Key>) => toFastify(asked(PER_SECOND, key, rows)),
    })),
    { head: 'p99 to Fastify’s', cell: (key) => toFastify(asked(AT_HALF, key)) },
    {
      head: 'of Fastify, without the read model',
      cell: (key) => toFastify({ ...asked(PER_SECOND, key), who: 'postgres' }),
    },
  ];
  return writeFigureTable(rowsOf(listQuestions(samples)), columns);
}

/** Compares the throughput in the largest ledger with the smallest. */
function writeLargestTable(samples: readonly Sample[]): string {
  const sizes = listSizes(samples);
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)];
  if (smallest === largest) return 'The run had one size only.';
  const compare = (head: string, who: ContenderId): Column => ({
    head,
    cell: (key) =>
      ratio(ratioOf(samples, { ...key, unit: PER_SECOND, who, rows: largest }, { rows: smallest })),
  });
  return writeFigureTable(rowsOf(listQuestions(samples)), [
    compare('pgbench', 'pgbench'),
    compare('on PostgreSQL', 'postgres'),
    compare('with the read model and a key', 'keyed'),
  ]);
}

function writeProcessesTable(samples: readonly Sample[]): string {
  const ofTwo = samples.filter(({ unit, who }) => unit === PER_SECOND && /^(fastify|keyed)2$/.test(who));
  const keys = new Map(
    ofTwo.map(({ name, who, rows }) => [
      `${name}, ${describeServer(who.slice(0, -1) as ContenderId, rows)}`,
      { name, who, rows },
    ]),
  );
  const compare = (unit: string) => (key: Partial<Key>) =>
    ratio(ratioOf(samples, { ...key, unit }, { who: key.who?.slice(0, -1) ?? '' }));
  return writeFigureTable(
    [...keys].map(([label, key]) => ({ label, key })),
    [
      { head: 'two to one', cell: compare(PER_SECOND) },
      { head: 'accounted', cell: compare(ACCOUNTED) },
      columnOf(samples, 'load cores', { write: ratio, head: 'cores that the load took' }),
    ],
  );
}

function writeMemoryTable(samples: readonly Sample[]): string {
  const sizes = [null, ...listSizes(samples)];
  const of = { name: 'memory' };
  return writeFigureTable(
    sizes.flatMap((rows) =>
      CONTENDER_IDS.map((who) => ({ label: describeServer(who, rows), key: { who, rows } })),
    ),
    [
      ...['own memory MB', 'mapped MB', 'file MB'].map((unit) =>
        columnOf(samples, unit, { write: count, of }),
      ),
      ...['s from nothing', 's with the file'].map((unit) => columnOf(samples, unit, { of })),
    ],
  );
}

const describeServer = (who: ContenderId, rows: number | null) =>
  rows === null ? CONTENDERS[who] : `${CONTENDERS[who]}, ${rowsInWords(rows)}`;
