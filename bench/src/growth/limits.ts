/** Works out from the measurements how far one machine goes, beside what exists today. */
import { CHAINS } from '@mandate/core';
import { count, figure, writeTable } from '../report/markdown-table.ts';
import { NAMES } from '../writing.ts';
import type { GrowthResult } from './result.ts';
import { summarize } from './summary.ts';

/** ADR 4 has the delegations; the requests are what one busy service gets. */
const TODAY = { rows: 1_000_000, requestsPerSecond: 300 };
/** How long a new host may take until it answers from its own read model. */
const MAX_LOAD_SECONDS = 600;

export interface Limit {
  readonly part: string;
  readonly cost: string;
  /** How much of its driver one machine carries, and how much of it there is. */
  readonly most: number;
  readonly today: number;
  readonly unit: string;
}

/** The part with the least room first: it fails first. */
export function listLimits(result: GrowthResult): Limit[] {
  const { made, machine, crowds } = result;
  const last = made.at(-1);
  const busiest = crowds.at(-1);
  if (!last || !busiest) return [];
  const memoryBytes = machine.memoryGb * 2 ** 30;
  const bytesPerRow = (bytes: number) => bytes / last.rows;
  const rowsIn = (bytes: number) => memoryBytes / bytesPerRow(bytes);
  const loadUs = (1e6 * last.loadSeconds) / last.rows;
  const blockMs = findLast(result, `${NAMES.empty}, ms`);
  const rows = { today: TODAY.rows, unit: 'rows' };
  const limits: Limit[] = [
    {
      part: 'one API process, a new connection for every third request',
      cost: `${figure(busiest.cpuUs)} µs a request`,
      most: 1e6 / busiest.cpuUs,
      today: TODAY.requestsPerSecond,
      unit: 'requests/s',
    },
    {
      part: `a new read model, loaded in ${MAX_LOAD_SECONDS / 60} minutes`,
      cost: `${figure(loadUs)} µs a row`,
      most: (1e6 * MAX_LOAD_SECONDS) / loadUs,
      ...rows,
    },
    {
      part: 'PostgreSQL, all of the ledger in memory',
      cost: `${figure(bytesPerRow(last.databaseBytes))} bytes a row`,
      most: rowsIn(last.databaseBytes),
      ...rows,
    },
    {
      part: 'a read model, all of it in memory',
      cost: `${figure(bytesPerRow(last.readModelBytes))} bytes a row`,
      most: rowsIn(last.readModelBytes),
      ...rows,
    },
    {
      part: 'the indexer, one block of any chain after the other',
      cost: `${figure(blockMs)} ms a block`,
      most: 1000 / blockMs,
      today: blocksPerSecond(),
      unit: 'blocks/s',
    },
  ];
  return limits.toSorted((a, b) => a.most / a.today - b.most / b.today);
}

function findLast(result: GrowthResult, name: string): number {
  const found = summarize(result).find((each) => each.name === name);
  return found?.cells.at(-1)?.value ?? Number.NaN;
}

/** The blocks of all chains of the catalogue. */
const blocksPerSecond = () =>
  CHAINS.reduce((sum, { blockTimeMs }) => sum + (blockTimeMs ? 1000 / blockTimeMs : 0), 0);

export function writeLimitsTable(result: GrowthResult): string {
  return writeTable(
    ['', 'cost', 'one machine carries', 'today', 'room'],
    listLimits(result).map(({ part, cost, most, today, unit }) => [
      ...[part, cost, `${count(most)} ${unit}`, `${count(today)}`, `${figure(most / today)} ×`],
    ]),
  );
}
