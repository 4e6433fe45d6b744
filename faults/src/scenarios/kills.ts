/** Kills the indexer at random moments, in the backfill and at the head: the ledger must not show it. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer, type Random } from '@mandate/contracts';
import { isCaughtUp, waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { createNarrowRanges, type FaultyProxy } from '../faulty-proxy.ts';
import type { Followed, IndexerProcess } from '../indexer-process.ts';
import { findDifference, readLedgerRows } from '../ledger-rows.ts';
import type { LivelyChain } from '../lively-chain.ts';
import type { Options, Scenario } from '../scenario.ts';
import { onStage, type Stage, type StageDatabase } from '../stage.ts';

const HISTORY_BLOCKS = 300;
/**
 * Without this, one transaction would take the whole history, and all kills would come before or after it.
 */
const RANGE_BLOCKS = 10;
const PACE = { minMs: 50, maxMs: 350 };
/** After this many requests a process is in the middle of its work, on slow and fast machines. */
const MAX_REQUESTS = 120;
/** The data of a request is written within about this time. */
const MAX_DELAY_MS = 25;
const REQUEST_TIMEOUT_MS = 30_000;

export const kills: Scenario = {
  name: 'kills',
  run: (options) => onStage((stage) => play(stage, options)),
};

interface Setting {
  readonly stage: Stage;
  readonly proxies: readonly FaultyProxy[];
  readonly chains: readonly LivelyChain[];
  readonly followed: readonly Followed[];
  readonly random: Random;
  readonly say: (progress: string) => void;
}

async function play(stage: Stage, { seed, kills: wanted, say }: Options): Promise<string> {
  const chains = await stage.startChains(2, seed);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const proxies = await Promise.all(chains.map((chain) => stage.startProxy(chain)));
  for (const proxy of proxies) proxy.setFault(createNarrowRanges(RANGE_BLOCKS));
  const followed = chains.map((chain, i) => ({ chain, url: proxies[i]?.url ?? '' }));
  const setting = { stage, proxies, chains, followed, random: createRandom(seed), say };
  const atHead = Math.floor(wanted / 2);
  const { db, backfills, places } = await killInBackfill(setting, wanted - atHead);
  await killAtHead(setting, db, atHead);
  const rows = await stage.assertSameAsClean(db.database, chains);
  const sum = (which: 'blocks' | 'reorgs') => chains.reduce((total, { counts }) => total + counts[which], 0);
  return (
    `${wanted} kills, ${wanted - atHead} of them in ${backfills} backfills at ${places} places and ` +
    `${atHead} at the head; ${sum('blocks')} blocks and ${sum('reorgs')} reorgs of 2 chains; ` +
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
async function waitForMoment({ proxies, random }: Setting, minMs: number, maxMs: number): Promise<void> {
  if (random() < 0.5) return delay(integer(random, minMs, maxMs));
  const count = () => proxies.reduce((total, { counts }) => total + counts.requests, 0);
  const target = count() + integer(random, 1, MAX_REQUESTS);
  const deadline = performance.now() + REQUEST_TIMEOUT_MS;
  while (count() < target && performance.now() < deadline) await delay(1);
  await delay(integer(random, 0, MAX_DELAY_MS));
}

/** Waits until something is written: on a slow machine, every kill would otherwise come too early. */
async function waitForWork({ chains }: Setting, db: StageDatabase, indexer: IndexerProcess): Promise<void> {
  const before = await describePlace(db);
  await waitUntil('go on', indexer, async () => {
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
  const stops = chains.map((chain) => chain.keepGrowing(PACE));
  for (let killed = 1; killed <= wanted; killed++) {
    const indexer = await start();
    if (killed % 2 === 0) await waitForWork(setting, db, indexer);
    await waitForMoment(setting, 50, 1_500);
    indexer.assertAlive();
    await indexer.kill();
    say(`${killed} of ${wanted} kills at the head, at block ${await describePlace(db)}`);
  }
  await Promise.all(stops.map((stop) => stop()));
  const last = await start();
  await waitUntilCaughtUp(db.database, chains, last);
  await last.stop();
}
