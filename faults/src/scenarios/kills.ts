/** Kills the indexer at random moments, in the backfill and at the head: the ledger must not show it. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, type Random } from '@mandate/contracts';
import type { MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import type { AppProcess } from '@mandate/testing/process/app-process';
import { isCaughtUp, waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { sumOf } from '../figures.ts';
import { findDifference, readLedgerRows } from '../ledger-rows.ts';
import { keepAllGrowing, type LivelyChain } from '../lively-chain.ts';
import { createNarrowRanges } from '../narrow-ranges.ts';
import type { Options } from '../scenario.ts';
import type { Followed, Stage, StageDatabase } from '../stage.ts';

const HISTORY_BLOCKS = 300;
/** After this many requests a process is in the middle of its work, on slow and fast machines. */
const MAX_REQUESTS = 120;
/** The data of a request is written within about this time. */
const MAX_DELAY_MS = 25;
const REQUEST_TIMEOUT_MS = 30_000;

interface Setting {
  readonly stage: Stage;
  readonly nodes: readonly MisbehavingNode[];
  readonly chains: readonly LivelyChain[];
  readonly followed: readonly Followed[];
  readonly random: Random;
  readonly say: (progress: string) => void;
}

export async function kills(stage: Stage, { seed, kills: wanted, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS, { pace: [50, 350] });
  // Else one transaction would take the whole history, and all kills would come before or after it.
  const { nodes, followed } = await stage.startNodes(chains, createNarrowRanges().behaviour);
  const setting = { stage, nodes, chains, followed, random: createRandom(seed), say };
  const atHead = Math.floor(wanted / 2);
  const { db, backfills, places } = await killInBackfill(setting, wanted - atHead);
  await killAtHead(setting, db, atHead);
  const rows = await stage.assertSameAsClean(db.database, chains);
  return (
    `${wanted} kills, ${wanted - atHead} of them in ${backfills} backfills at ${places} places and ` +
    `${atHead} at the head; ${sumOf(chains, 'blocks')} blocks and ${sumOf(chains, 'reorgs')} reorgs of 2 chains; ` +
    `${rows} rows equal`
  );
}

/** Starts on a new database whenever a backfill has ended. Resolves with the last database. */
async function killInBackfill(setting: Setting, wanted: number) {
  const { stage, chains, followed, say } = setting;
  const expected = await stage.readCleanRows(chains);
  const places = new Set<string>();
  let killed = 0;
  for (let backfills = 1; ; backfills++) {
    const db = await stage.createDatabase();
    for (;;) {
      if (killed === wanted) return { db, backfills, places: places.size };
      const indexer = await stage.startIndexer({ databaseUrl: db.url, followed });
      if (killed % 2 === 1) await waitForWork(setting, db, indexer);
      await waitForMoment(setting, 20, 400);
      indexer.assertAlive();
      await indexer.kill();
      killed++;
      const place = await describePlace(db);
      places.add(place);
      say(`${killed} of ${wanted} kills in backfill, at block ${place}`);
      if (!(await isCaughtUp(db.database, chains))) continue;
      const difference = findDifference(await readLedgerRows(db.database), expected);
      if (difference) throw new Error(`after ${killed} kills in backfill, ${difference}`);
      break;
    }
  }
}

/** Waits by the clock or by the process's requests, about half of the time each. */
async function waitForMoment({ nodes, random }: Setting, minMs: number, maxMs: number): Promise<void> {
  if (random() < 0.5) return delay(integer(random, minMs, maxMs));
  const count = () => nodes.reduce((total, { requests }) => total + requests, 0);
  const target = count() + integer(random, 1, MAX_REQUESTS);
  const deadline = performance.now() + REQUEST_TIMEOUT_MS;
  while (count() < target && performance.now() < deadline) await delay(1);
  await delay(integer(random, 0, MAX_DELAY_MS));
}

/** Waits until something is written: on a slow machine, every kill would otherwise come too early. */
async function waitForWork({ chains }: Setting, db: StageDatabase, indexer: AppProcess): Promise<void> {
  const before = await describePlace(db);
  await waitUntil('the indexer has written', indexer, async () => {
    return (await describePlace(db)) !== before || isCaughtUp(db.database, chains);
  });
}

async function describePlace({ database }: StageDatabase): Promise<string> {
  const { rows } = await database.query<{ block_number: number }>(
    'select block_number from chain order by chain_id',
  );
  return rows.map(({ block_number }) => block_number).join(' and ') || 'none';
}

async function killAtHead(setting: Setting, db: StageDatabase, wanted: number): Promise<void> {
  const { stage, chains, followed, say } = setting;
  const start = () => stage.startIndexer({ databaseUrl: db.url, followed });
  const first = await start();
  await waitUntilCaughtUp(db.database, chains, first);
  await first.kill();
  const stopGrowing = keepAllGrowing(chains);
  for (let killed = 1; killed <= wanted; killed++) {
    const indexer = await start();
    if (killed % 2 === 0) await waitForWork(setting, db, indexer);
    await waitForMoment(setting, 50, 1_500);
    indexer.assertAlive();
    await indexer.kill();
    say(`${killed} of ${wanted} kills at the head, at block ${await describePlace(db)}`);
  }
  await stopGrowing();
  const last = await start();
  await waitUntilCaughtUp(db.database, chains, last);
  await last.stop();
}
