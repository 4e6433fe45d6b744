/** Works out from the measurements how far one machine goes, beside what exists today. */
import { CHAINS } from '@mandate/core';
import type { Machine } from '../machine.ts';
import { count, figure, writeTable } from '../report/table.ts';
import { listSizes, medianOf, type Sample } from '../sample.ts';
import { EMPTY_BLOCK } from '../writes/measure-writes.ts';
import { DATABASE, LOADING, READ_MODEL } from './made.ts';

/** ADR 4 has the delegations; the requests are what one busy service gets. */
const TODAY = { rows: 1_000_000, requestsPerSecond: 300 };
/** How long a new host may take until it answers from its own read model. */
const MAX_LOAD_SECONDS = 600;

/** Lists how much of what drives its cost one machine carries. The part with the least room is first: it fails first. */
export function listLimits(samples: readonly Sample[], { memoryGb }: Pick<Machine, 'memoryGb'>) {
  const rows = listSizes(samples).at(-1) ?? null;
  const find = (name: string, unit: string) => medianOf(samples, { name, unit, rows }) ?? Number.NaN;
  const memoryBytes = memoryGb * 2 ** 30;
  const databaseBytes = find(DATABASE, 'bytes a row');
  const readModelBytes = find(READ_MODEL, 'bytes a row');
  const loadUs = find(LOADING, 'µs a row');
  const blockMs = find(EMPTY_BLOCK, 'p50 ms');
  const requestUs = findBusiest(samples);
  const ofRows = { today: TODAY.rows, unit: 'rows' };
  const limits = [
    {
      part: 'one API process, a new connection for every third request',
      cost: `${figure(requestUs)} µs a request`,
      most: 1e6 / requestUs,
      today: TODAY.requestsPerSecond,
      unit: 'requests/s',
    },
    {
      part: `a new read model, loaded in ${MAX_LOAD_SECONDS / 60} minutes`,
      cost: `${figure(loadUs)} µs a row`,
      most: (1e6 * MAX_LOAD_SECONDS) / loadUs,
      ...ofRows,
    },
    {
      part: 'PostgreSQL, all of the ledger in memory',
      cost: `${figure(databaseBytes)} bytes a row`,
      most: memoryBytes / databaseBytes,
      ...ofRows,
    },
    {
      part: 'a read model, all of it in memory',
      cost: `${figure(readModelBytes)} bytes a row`,
      most: memoryBytes / readModelBytes,
      ...ofRows,
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

/** Returns the processor time of a request of the last crowd before the one that was asked again: the busiest. */
function findBusiest(samples: readonly Sample[]): number {
  const crowds = samples.filter(({ name, unit }) => unit === 'CPU µs' && / wallets, /.test(name));
  return crowds.at(-1)?.value ?? Number.NaN;
}

/** The blocks of all chains of the catalogue. */
const blocksPerSecond = () =>
  CHAINS.reduce((sum, { blockTimeMs }) => sum + (blockTimeMs ? 1000 / blockTimeMs : 0), 0);

export function writeLimitsTable(samples: readonly Sample[], machine: Machine): string {
  return writeTable(
    ['', 'cost', 'one machine carries', 'today', 'room'],
    listLimits(samples, machine).map(({ part, cost, most, today, unit }) => [
      ...[part, cost, `${count(most)} ${unit}`, `${count(today)}`, `${figure(most / today)} ×`],
    ]),
  );
}
