/** The database fails in the middle of the work and comes back: the same process must catch up. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@mandate/store';
import { waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds } from '../figures.ts';
import { getHead, keepAllGrowing } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 60;
const BLOCKS_AFTER_CUT = 10;

export async function databaseDown(stage: Stage, { seed, databaseDownMs, say }: Options): Promise<string> {
  const { postgres, database } = await stage.startDatabaseServer();
  const chains = await stage.startChains(2, seed, HISTORY_BLOCKS);
  const indexer = await stage.startIndexer({ databaseUrl: postgres.url, followed: directly(chains) });
  await waitUntilCaughtUp(database, chains, indexer);

  const stopGrowing = keepAllGrowing(chains);
  await delay(2_000);
  const before = await Promise.all(chains.map(getHead));
  await postgres.stop();
  say('the database is down');
  await delay(databaseDownMs);
  indexer.assertAlive();
  await postgres.start();
  say('the database is back');
  const after = await Promise.all(chains.map(getHead));
  await stopGrowing();
  const tookMs = await waitUntilCaughtUp(database, chains, indexer);
  await cutConnections(database);
  await Promise.all(chains.map((chain) => chain.grow(BLOCKS_AFTER_CUT)));
  await waitUntilCaughtUp(database, chains, indexer);
  const missed = after.map(({ number }, i) => number - (before[i]?.number ?? 0));
  // It must also be able to stop: nothing broken may keep it alive.
  await indexer.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  return (
    `down for ${inSeconds(databaseDownMs)} and ${missed.join(' and ')} blocks, caught up in ` +
    `${inSeconds(tookMs)}; ${rows} rows equal`
  );
}

/** Breaks every connection while the server stays up, as when a balancer fails over. */
async function cutConnections(database: Database): Promise<void> {
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}
