/** The database fails in the middle of the work and comes back: the same process must catch up. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Database, migrate } from '@mandate/store';
import { startPostgres } from '@mandate/testing/postgres-server';
import { waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds, type Options, type Scenario } from '../scenario.ts';
import { directly, onStage, type Stage } from '../stage.ts';

const HISTORY_BLOCKS = 60;
const BLOCKS_AFTER_CUT = 10;
const PACE = { minMs: 100, maxMs: 400 };

export const databaseDown: Scenario = {
  name: 'database-down',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, databaseDownMs, say }: Options): Promise<string> {
  const postgres = await startPostgres();
  stage.defer(postgres.remove);
  const database = connect({ url: postgres.url });
  stage.defer(() => database.end());
  await migrate(database);
  const chains = await stage.startChains(2, seed);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const indexer = await stage.startIndexer({ databaseUrl: postgres.url, followed: directly(chains) });
  await waitUntilCaughtUp(database, chains, indexer);

  const stops = chains.map((chain) => chain.keepGrowing(PACE));
  await delay(2_000);
  const before = await Promise.all(chains.map((chain) => chain.getHead()));
  await postgres.stop();
  say('the database is down');
  await delay(databaseDownMs);
  indexer.assertAlive();
  await postgres.start();
  say('the database is back');
  const after = await Promise.all(chains.map((chain) => chain.getHead()));
  await Promise.all(stops.map((stop) => stop()));
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
