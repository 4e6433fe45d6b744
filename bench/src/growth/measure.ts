/** Measures a ledger at each size that it grows to, in turns with one that stays at the smallest. */

import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRandom } from '@mandate/contracts';
import { startOwnPostgres } from '../own-postgres.ts';
import type { Say } from '../part.ts';
import type { Child } from '../server-process.ts';
import { describeMachine } from '../serving/machine.ts';
import { assertAnswered } from '../serving/read-model.ts';
import { followChain, measureLedgers } from '../writes.ts';
import { createWrittenLedger, growLedger, type WrittenLedger } from '../writes-ledger.ts';
import { OPERATIONS } from '../writes-result.ts';
import { NAMES } from '../writing.ts';
import { measureCrowd } from './crowd.ts';
import { measureFollowed } from './followed.ts';
import { measureIdle } from './idle.ts';
import { measureListening } from './listening.ts';
import type { Crowd, GrowthResult, Listening, Made, Sample } from './result.ts';
import { measureServed } from './served.ts';
import {
  type Copied,
  copyLedger,
  type Subject,
  startSubject,
  startWithReadModel,
  verify,
  warmUp,
  warmUpCounted,
} from './subject.ts';
import { describeCrowd, describeListening, describeMade, describeSamples } from './tables.ts';

export interface GrowthOptions {
  /** The rows that the ledger grows to, the smallest first. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  /** The seconds of load with each question before anything is measured. */
  readonly warmUpSeconds: number;
  readonly wallets: number;
  /** How long the wallets ask at each rate. */
  readonly crowdSeconds: number;
  readonly idleConnections: number;
  /** The requests in a second that the wallets send together. */
  readonly rates: readonly number[];
  /** The listeners of the change feed. */
  readonly listeners: readonly number[];
  /** The blocks of each kind that are written in a round. */
  readonly blocks: number;
  /** The PostgreSQL server for the ledgers. Without it, one is started. */
  readonly server?: string;
}

/** Events that are backfilled into the smallest ledger for each block. Larger ones get proportionally more. */
const BACKFILL_EVENTS = 50;

/** The ledger, its write-ahead log and the read model. */
const BYTES_PER_ROW = 2_000;

type Measured = Omit<GrowthResult, 'date' | 'machine' | 'rounds' | 'seconds'>;

export async function measureGrowth(options: GrowthOptions, say: Say): Promise<GrowthResult> {
  assertDisk(Math.max(...options.sizes));
  const own = options.server ? null : await startOwnPostgres();
  const server = options.server ?? own?.url;
  const [smallest = 0, ...larger] = options.sizes;
  const first = await createWrittenLedger(smallest, server);
  const ledgers = [first];
  try {
    const grow = async (rows: number) => {
      const [, grown] = ledgers;
      ledgers[1] = grown ? await growLedger(grown, rows) : await createWrittenLedger(rows, server);
      return ledgers[1];
    };
    const measured = await measureSizes(first, larger, grow, options, say);
    const { rounds, seconds } = options;
    const date = new Date().toISOString().slice(0, 10);
    return { date, machine: await describeMachine(first.database), rounds, seconds, ...measured };
  } finally {
    for (const ledger of ledgers) await ledger.drop();
    await own?.remove();
  }
}

/** Fails at once, not after an hour. */
function assertDisk(rows: number): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const [free = 0, needed = 0] = [bavail * bsize, rows * BYTES_PER_ROW].map((bytes) =>
    Math.ceil(bytes / 2 ** 30),
  );
  if (free < needed)
    throw new Error(
      `${tmpdir()} has ${free} GB free, and ${rows} rows need ${needed}. Choose fewer --growth-rows.`,
    );
}

async function measureSizes(
  first: WrittenLedger,
  larger: readonly number[],
  grow: (rows: number) => Promise<WrittenLedger>,
  options: GrowthOptions,
  say: Say,
): Promise<Measured> {
  const [made, samples]: [Made[], Sample[]] = [[], []];
  const copy = async (ledger: WrittenLedger): Promise<Copied> => {
    const { copied, made: its } = await copyLedger(ledger);
    made.push(its);
    say(`  ${describeMade(its)}`);
    return copied;
  };
  const measure = async (all: readonly Copied[]) => {
    const own = await measureSize(all, options, say);
    samples.push(...own);
    for (const line of describeSamples(own)) say(`    ${line}`);
  };
  const smallest = await copy(first);
  await measure([smallest]);
  let largest = smallest;
  for (const rows of larger) {
    if (largest !== smallest) largest.folder.remove();
    largest = await copy(await grow(rows));
    await measure([smallest, largest]);
  }
  const clients = await measureClients(largest, options, say);
  for (const { folder } of [smallest, largest]) folder.remove();
  return { made, samples, ...clients };
}

/** Measures the last of these ledgers, beside the first. */
async function measureSize(all: readonly Copied[], options: GrowthOptions, say: Say): Promise<Sample[]> {
  const { rounds, seconds, warmUpSeconds, blocks } = options;
  const [subjects, samples]: [Subject[], Sample[]] = [[], []];
  try {
    for (const copied of all) subjects.push(await startSubject(copied));
    // Only the last one is new: the others have been written to.
    for (const subject of subjects.slice(-1)) await verify(subject);
    for (const subject of subjects) await warmUp(subject, warmUpSeconds);
    for (let round = 1; round <= rounds; round++) {
      samples.push(...(await measureServed(subjects, round, seconds)));
      samples.push(...(await measureFollowed(subjects, round, blocks)));
    }
    for (const { apis } of subjects) await assertAnswered(apis['the read model']);
  } finally {
    for (const subject of subjects) await subject.stop();
  }
  const ledgers = all.map(({ ledger }) => ledger);
  return [...samples, ...(await measureWritten(ledgers, { rounds, blocks }, say))];
}

/** Measures what the indexer writes, while no API runs. */
async function measureWritten(
  ledgers: readonly WrittenLedger[],
  { rounds, blocks }: Pick<GrowthOptions, 'rounds' | 'blocks'>,
  say: Say,
): Promise<Sample[]> {
  const { measured } = await measureLedgers(
    ledgers,
    { rounds, blocks, backfillEvents: BACKFILL_EVENTS * blocks },
    (line) => say(`  ${line}`),
  );
  // Backfill has left them in a state that is not served.
  for (const ledger of ledgers) await followChain(ledger, createRandom(0)).mark();
  const [first, last] = [ledgers[0]?.rows, ledgers.at(-1)?.rows];
  return measured
    .filter(({ rows }) => rows === last)
    .flatMap((own) => {
      const { rows, round } = own;
      const beside =
        first === last ? null : measured.find((each) => each.rows === first && each.round === round);
      const sample = (figure: string, costOf: (each: typeof own) => number): Sample => ({
        figure,
        rows,
        round,
        value: costOf(own),
        beside: beside ? costOf(beside) : null,
      });
      return [
        ...OPERATIONS.map((name) => sample(`${NAMES[name]}, ms`, ({ operations }) => operations[name].p50Ms)),
        sample('a row of backfill, µs', ({ backfill }) => 1e6 / backfill.rowsPerSecond),
      ];
    });
}

/** Each client is counted by an address of its own. */
const COUNTED = { RATE_LIMIT: 'on', TRUSTED_HOPS: '1' };

/** Measures many clients, with the read model of the largest ledger. */
async function measureClients(copied: Copied, options: GrowthOptions, say: Say) {
  const { crowds, idle } = await withApi(copied, COUNTED, (api) => measureCrowds(api, copied, options, say));
  const listening = await withApi(copied, {}, (api) => measureFeed(api, copied, options, say));
  return { crowds, idle, listening };
}

async function withApi<T>(
  copied: Copied,
  env: NodeJS.ProcessEnv,
  work: (api: Child) => Promise<T>,
): Promise<T> {
  const { child } = await startWithReadModel(copied, env);
  try {
    return await work(child);
  } finally {
    await child.stop();
  }
}

async function measureCrowds(
  api: Child,
  { ledger: { rows } }: Copied,
  { wallets, idleConnections, rates, crowdSeconds: seconds, warmUpSeconds }: GrowthOptions,
  say: Say,
) {
  const crowdOf = (perSecond: number) => ({ rows, wallets, perSecond, seconds });
  const crowds: Crowd[] = [];
  await warmUpCounted(api, rows, warmUpSeconds);
  for (const perSecond of rates) {
    const crowd = await measureCrowd(api, crowdOf(perSecond));
    crowds.push(crowd);
    say(`  ${describeCrowd(crowd)}`);
  }
  const idle = await measureIdle(api, idleConnections, crowdOf(Math.min(...rates)));
  const kb = (idle.bytesPerConnection / 1024).toFixed(1);
  say(`  ${idleConnections} connections: ${kb} kB each, ${idle.closed} closed by the server`);
  say(`    without them: ${describeCrowd(idle.without)}`);
  say(`    beside them: ${describeCrowd(idle.beside)}`);
  return { crowds, idle };
}

async function measureFeed(
  api: Child,
  { ledger }: Copied,
  { listeners, blocks }: GrowthOptions,
  say: Say,
): Promise<Listening[]> {
  const listening: Listening[] = [];
  for (const count of listeners) {
    const measured = await measureListening(api, ledger, { listeners: count, blocks });
    listening.push(measured);
    say(`  ${describeListening(measured)}`);
  }
  return listening;
}
