/** Writes the tables of docs/operating/scale.md. */
import { CPU_OF_ALL } from '../answers.ts';
import type { PartResult } from '../part.ts';
import { columnOf, rowsOf, writeFigureTable, writeSizesTable } from '../report/figures.ts';
import { writeRun } from '../report/run.ts';
import { count, figure, ratio } from '../report/table.ts';
import {
  type Figure,
  listEach,
  listSizes,
  medianOf,
  type Sample,
  select,
  summarize,
  toSmallest,
} from '../sample.ts';
import { IDLE } from './idle.ts';
import { writeLimitsTable } from './limits.ts';
import { LAST_MS, US_PER_CHANGE } from './listening.ts';

/** A ratio above this needs an explanation. */
export const MAX_RATIO = 1.3;
const COMPARED = [CPU_OF_ALL, 'CPU µs', 'p50 ms', 'p99 ms', 'ms', 'µs', 'bytes a row', 'µs a row', 's'];

export function writeGrowthSections(result: PartResult): Record<string, string> {
  const { samples, machine } = result;
  if (!machine) throw new Error('The result does not name the machine.');
  return {
    'growth-run': writeRun(result),
    growth: writeGrowthTable(samples),
    crowd: writeCrowdTable(samples),
    listeners: writeListenersTable(samples),
    limits: writeLimitsTable(samples, machine),
  };
}

/** Lists the figures that are compared from size to size. */
export const listGrown = (samples: readonly Sample[]) =>
  samples.filter(({ rows, unit, who }) => {
    // A part of what all take.
    if (unit === 'CPU µs' && who) return false;
    return rows !== null && COMPARED.includes(unit);
  });

function writeGrowthTable(samples: readonly Sample[]): string {
  const grown = listGrown(samples);
  const largest = listSizes(grown).at(-1);
  const growing = summarize(grown, toSmallest).filter(
    ({ rows, ratio: each }) => rows === largest && (each ?? 1) > MAX_RATIO,
  );
  return `${writeSizesTable(grown, toSmallest)}\n\n${writeGrowing(growing)}`;
}

function writeGrowing(growing: readonly Figure[]): string {
  if (growing.length === 0)
    return `No figure of the largest ledger is above ${MAX_RATIO} times the smallest.`;
  const names = growing.map(
    ({ name, who, unit, ratio: each }) => `${who ? `${name} ${who}` : name}, ${unit} (${ratio(each)})`,
  );
  return `Above ${MAX_RATIO} in the largest ledger: ${names.join('; ')}.`;
}

function writeCrowdTable(samples: readonly Sample[]): string {
  const names = listEach(select(samples, { unit: 'failed' }), 'name');
  const idle = (unit: string) => medianOf(samples, { name: IDLE, unit });
  const table = writeFigureTable(rowsOf(names), [
    ...['requests', 'failed'].map((unit) => columnOf(samples, unit, { write: count })),
    ...['p50 ms', 'p99 ms', 'CPU µs'].map((unit) => columnOf(samples, unit)),
    columnOf(samples, 'own memory MB', { write: count }),
  ]);
  return `${table}

An idle connection takes ${figure(idle('kB'))} kB of the process. The server closed ${count(idle('closed by the server'))} of them.`;
}

function writeListenersTable(samples: readonly Sample[]): string {
  const names = listEach(select(samples, { unit: LAST_MS }), 'name');
  return writeFigureTable(
    rowsOf(names),
    [LAST_MS, US_PER_CHANGE].map((unit) => columnOf(samples, unit)),
  );
}
