/** Measures how long after a block its rows can be read. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import type { Database } from '@mandate/store';
import { waitUntilCaughtUp } from '../caught-up.ts';
import { quantile } from '../figures.ts';
import { address, createV2Pair } from '../known-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage } from '../stage.ts';

const INDEXER_POLL_MS = 500;
/** The time to read and write a block, in addition to the wait for the next poll. */
const MAX_WORK_MS = 100;
const LOOK_EVERY_MS = 5;
const ROW_TIMEOUT_MS = 60_000;
const WALLET = address('aaaa', 10);

export async function freshness(stage: Stage, { seed, freshBlocks, say }: Options): Promise<string> {
  const chains = await stage.startChains(1, seed, 0);
  const { url, database } = await stage.createDatabase();
  const pollMs = INDEXER_POLL_MS;
  const indexer = await stage.startIndexer({ databaseUrl: url, followed: directly(chains), pollMs });
  await waitUntilCaughtUp(database, chains, indexer);

  const random = createRandom(seed);
  const measuring: Promise<number>[] = [];
  for (let block = 1; block <= freshBlocks; block++) {
    await delay(integer(random, 100, 700));
    // Each block grants to a wallet of its own, so that its row can be recognised.
    const to = address('ff', block);
    for (const { local } of chains) {
      await local.send(createV2Pair(local, WALLET, to).grant);
      await local.mine();
    }
    const measured = measure(database, to, performance.now());
    // Awaited with all others below; until then it must not count as unhandled.
    measured.catch(() => {});
    measuring.push(measured);
    if (block % 50 === 0) say(`${block} of ${freshBlocks} blocks`);
  }
  const tookMs = await Promise.all(measuring);
  await indexer.stop();
  const at = (share: number) => Math.round(quantile(tookMs, share));
  const figures = `median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms over ${freshBlocks} blocks`;
  const limit = INDEXER_POLL_MS + MAX_WORK_MS;
  if (at(0.5) >= limit) throw new Error(`${figures}: the median is not below ${limit} ms`);
  return `${figures}, with a look at the chain every ${INDEXER_POLL_MS} ms`;
}

/** Returns the milliseconds from `since` until the row can be read. */
async function measure(database: Database, to: Address, since: number): Promise<number> {
  const wanted = Buffer.from(to.slice(2), 'hex');
  for (;;) {
    const { rowCount } = await database.query('select from delegation where to_address = $1', [wanted]);
    const tookMs = performance.now() - since;
    if (rowCount) return tookMs;
    if (tookMs > ROW_TIMEOUT_MS)
      throw new Error(`a block's row was not there after ${ROW_TIMEOUT_MS / 1000} s`);
    await delay(LOOK_EVERY_MS);
  }
}
