/** Measures a ledger at each size that it grows to, in turns with one that stays at the smallest. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRandom } from '@mandate/contracts';
import { measureAnswers, type Subject, verify } from '../answers.ts';
import { shareCores } from '../cores.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import type { Note } from '../part.ts';
import { assertAnswered, startService, startWithReadModel } from '../service.ts';
import { followChain } from '../writes/follow-chain.ts';
import { measureWrites } from '../writes/measure-writes.ts';
import { createWrittenLedger, growLedger, type WrittenLedger } from '../writes/written-ledger.ts';
import { type ClientsOptions, measureClients } from './clients.ts';
import { measureFollowed } from './followed.ts';
import { type Copied, copyLedger } from './made.ts';
import { CHECK, LIST, listKnown } from './questions.ts';

export interface GrowthOptions extends ClientsOptions {
  /** The rows that the ledger grows to, the smallest first. */
  readonly sizes: readonly number[];
  readonly rounds: number;
}

/** Events that are backfilled into the smallest ledger for each block. Larger ones get proportionally more. */
const BACKFILL_EVENTS = 50;
/** The ledger, its write-ahead log and the read model. */
const BYTES_PER_ROW = 2_000;
const cores = shareCores(1).server;

export async function measureGrowth(options: GrowthOptions, note: Note): Promise<Machine> {
  const { sizes, rounds } = options;
  assertDisk(Math.max(...sizes));
  const own = await startOwnPostgres();
  const [ledgers, copies]: [WrittenLedger[], Copied[]] = [[], []];
  try {
    for (const [i, rows] of sizes.entries()) {
      // The first one stays, the second one grows.
      const [, grown] = ledgers;
      const at = Math.min(i, 1);
      ledgers[at] = grown ? await growLedger(grown, rows) : await createWrittenLedger(rows, own.url);
      const { copied, made } = await copyLedger(ledgers[at]);
      copies[at]?.folder.remove();
      copies[at] = copied;
      note(made);
      await measureSize(copies, 1 + i * rounds, options, note);
    }
    const largest = copies.at(-1);
    if (!largest) throw new RangeError('There is no size.');
    await measureClients(largest, options, note);
    return await describeMachine(largest.ledger.database);
  } finally {
    for (const { folder } of copies) folder.remove();
    for (const ledger of ledgers) await ledger.drop();
    await own.remove();
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

/** Measures these ledgers in turns: what clients notice, then what the indexer writes, while no API runs. */
async function measureSize(
  copies: readonly Copied[],
  firstRound: number,
  { rounds, seconds, warmUp, blocks }: GrowthOptions,
  note: Note,
): Promise<void> {
  const started = [];
  try {
    for (const { ledger, folder } of copies) {
      const readModel = await startWithReadModel(ledger.url, folder, { cores });
      started.push({ ledger, readModel, postgres: await startService(ledger.url, { cores }) });
    }
    // Only the last one is new: the others have been written to.
    const newest = started
      .slice(-1)
      .flatMap(({ ledger: { rows }, readModel, postgres }) =>
        listKnown(rows).flatMap((known) => [() => verify(readModel, known), () => verify(postgres, known)]),
      );
    for (const check of newest) await check();
    const subjects = started.flatMap(({ ledger: { rows, database }, readModel, postgres }): Subject[] => [
      { who: 'from the read model', rows, database, server: readModel },
      { who: 'from PostgreSQL', rows, database, server: postgres },
    ]);
    const options = { rounds, firstRound, seconds, warmUp };
    await measureAnswers(subjects, [CHECK, LIST], options, note);
    for (let round = firstRound; round < firstRound + rounds; round++)
      note(await measureFollowed(started, round, blocks));
    for (const { readModel } of started) await assertAnswered(readModel);
  } finally {
    for (const { readModel, postgres } of started) await Promise.all([readModel.stop(), postgres.stop()]);
  }
  const ledgers = copies.map(({ ledger }) => ledger);
  const options = { rounds, firstRound, blocks, backfillEvents: BACKFILL_EVENTS * blocks };
  await measureWrites(ledgers, options, note);
  // Backfill has left them in a state that is not served.
  for (const ledger of ledgers) await followChain(ledger, createRandom(0)).mark();
}
