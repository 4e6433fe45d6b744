/**
 * The primary dies or hangs and its standby is promoted, over and over: no answer may be wrong, and no
 * process restarted.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, migrate } from '@mandate/store';
import type { AppProcess } from '@mandate/testing/process/app-process';
import { joinUrls, startPostgres } from '@mandate/testing/process/postgres-server';
import { type Gap, startAsking } from '../asking.ts';
import { countRead, getIndexed, waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds, sumOf } from '../figures.ts';
import { startKnownChain } from '../known-chain.ts';
import { getHead, keepAllGrowing } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage, writeFollowed } from '../stage.ts';

const HISTORY_BLOCKS = 10;
const REQUESTS_PER_S = 200;
const MAX_UNANSWERED_MS = 30_000;
const MAX_UNREAD_MS = 5_000;
/** The time a failover manager takes to notice that the primary is gone. */
const NOTICE_MS = 2_000;
/** The time an old primary is back before it is stopped. */
const RETURN_MS = 3_000;
const CALM_MS = 3_000;

export async function failover(stage: Stage, { seed, failovers, say }: Options): Promise<string> {
  let [primary, standby] = await Promise.all([startPostgres(), startPostgres()]);
  stage.defer(primary.remove);
  stage.defer(standby.remove);
  await standby.follow(primary);
  const databaseUrl = joinUrls(primary, standby);
  const database = connect({ url: databaseUrl, statementTimeoutMs: 2_000 });
  stage.defer(() => database.end());
  await migrate(database);

  const chains = await Promise.all([31_337, 31_338].map((chainId) => startKnownChain(chainId, seed)));
  for (const { local } of chains) stage.defer(local.stop);
  await Promise.all(chains.map((chain) => chain.grow(HISTORY_BLOCKS)));
  const indexer = await stage.startIndexer({ databaseUrl, followed: directly(chains) });
  await waitUntilCaughtUp(database, chains, indexer);
  const CHAINS = writeFollowed(directly(chains));
  const start = (DATABASE_READ: string, READ_MODEL_DIR?: string) =>
    stage.startApi(databaseUrl, { CHAINS, DATABASE_READ, READ_MODEL_DIR });
  const reading = await Promise.all([
    start('primary', stage.createFolder()),
    start('any', stage.createFolder()),
  ]);
  const apis = [...reading, await start('any')];
  const processes: readonly AppProcess[] = [indexer, ...apis];

  const stopGrowing = keepAllGrowing(chains);
  const asking = startAsking({ urls: apis.map(({ url }) => url), chains, requestsPerS: REQUESTS_PER_S });
  stage.defer(asking.stop);
  const gaps: number[] = [];
  const gapsOfRead: number[] = [];
  const longestOf = (found: readonly Gap[]) => Math.max(0, ...found.map(({ ms }) => ms));
  /** With a read model, checks about now need no database. */
  const isRead = ({ api, waits }: Gap) => api < reading.length && !waits;
  for (let round = 1; round <= failovers; round++) {
    await delay(CALM_MS);
    asking.takeGaps();
    const hangs = round % 2 === 0;
    if (hangs) primary.hang();
    else await primary.stop();
    await delay(NOTICE_MS);
    await standby.promote();
    const promotedAt = performance.now();
    const heads = await Promise.all(chains.map(getHead));
    await waitUntil('the indexer goes on after a failover', indexer, async () => {
      const indexed = await Promise.all(chains.map((chain) => getIndexed(database, chain).catch(() => -1)));
      return indexed.every((block, i) => block > (heads[i]?.number ?? 0));
    });
    const writtenMs = performance.now() - promotedAt;
    // It comes back as a primary, which must not matter.
    if (hangs) primary.goOn();
    else await primary.start();
    await delay(RETURN_MS);
    await primary.follow(standby);
    [primary, standby] = [standby, primary];
    const found = asking.takeGaps();
    const [gap, gapOfRead] = [longestOf(found), longestOf(found.filter(isRead))];
    gaps.push(gap);
    gapsOfRead.push(gapOfRead);
    await asking.assertRight();
    for (const each of processes) each.assertAlive();
    if (gap > MAX_UNANSWERED_MS)
      throw new Error(`failover ${round} left clients without an answer for ${inSeconds(gap)}`);
    if (gapOfRead > MAX_UNREAD_MS)
      throw new Error(`failover ${round} left the read models without an answer for ${inSeconds(gapOfRead)}`);
    say(
      `${round} of ${failovers}, the primary ${hangs ? 'hung' : 'died'}: ${inSeconds(gap)} without an answer, ` +
        `${inSeconds(gapOfRead)} from the read models, written to ${inSeconds(writtenMs)} after the promotion`,
    );
  }
  await asking.stop();
  await asking.assertRight();
  await stopGrowing();
  await waitUntilCaughtUp(database, chains, indexer);
  const counts = await Promise.all(reading.map(countRead));
  if (Math.min(...counts) === 0) throw new Error('a read model was never asked');
  for (const each of processes) await each.stop();
  const rows = await stage.assertSameAsClean(database, chains);
  const { answered, refused } = asking.counts;
  return (
    `${failovers} failovers, ${inSeconds(Math.max(...gaps))} without an answer at most, ` +
    `${inSeconds(Math.max(...gapsOfRead))} from the read models; ${answered} answers, ` +
    `${counts.reduce((sum, count) => sum + count)} of them from read models, none wrong or going back, ` +
    `${refused} refused; ${sumOf(chains, 'reorgs')} reorgs; ${rows} rows equal`
  );
}
