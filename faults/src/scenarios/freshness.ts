/** Measures how long after a block its rows can be read. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, encodeGrant, integer } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { Database } from '@mandate/store';
import { waitUntilCaughtUp } from '../caught-up.ts';
import type { LivelyChain } from '../lively-chain.ts';
import type { Options, Scenario } from '../scenario.ts';
import { directly, onStage, type Stage } from '../stage.ts';

const INDEXER_POLL_MS = 500;
/** The time to read and write a block, in addition to the wait for the next poll. */
const MAX_WORK_MS = 100;
const LOOK_EVERY_MS = 5;
const ROW_TIMEOUT_MS = 60_000;
const WALLET = parseAddress('0xaaaa00000000000000000000000000000000000a');

export const freshness: Scenario = {
  name: 'freshness',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { seed, freshBlocks, say }: Options): Promise<string> {
  const [chain] = await stage.startChains(1, seed);
  if (!chain) throw new Error('There is a chain.');
  const { url, database } = await stage.createDatabase();
  const pollMs = INDEXER_POLL_MS;
  const indexer = await stage.startIndexer({ databaseUrl: url, followed: directly([chain]), pollMs });
  await waitUntilCaughtUp(database, [chain], indexer);

  const random = createRandom(seed);
  const measuring: Promise<number>[] = [];
  for (let block = 1; block <= freshBlocks; block++) {
    await delay(integer(random, 100, 700));
    const to = addressOf(block);
    await grant(chain, to);
    const measured = measure(database, to, performance.now());
    // Awaited with all others below; until then it must not count as unhandled.
    measured.catch(() => {});
    measuring.push(measured);
    if (block % 50 === 0) say(`${block} of ${freshBlocks} blocks`);
  }
  const sorted = (await Promise.all(measuring)).toSorted((a, b) => a - b);
  await indexer.stop();
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const figures = `median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms over ${freshBlocks} blocks`;
  const limit = INDEXER_POLL_MS + MAX_WORK_MS;
  if (at(0.5) >= limit) throw new Error(`${figures}: the median is not below ${limit} ms`);
  return `${figures}, with a look at the chain every ${INDEXER_POLL_MS} ms`;
}

/** Each block grants to a wallet of its own, so that its row can be recognised. */
function addressOf(block: number) {
  return parseAddress(`0x${block.toString(16).padStart(40, 'f')}`);
}

async function grant({ local }: LivelyChain, to: ReturnType<typeof addressOf>): Promise<void> {
  const fields = { registry: 'v2', kind: 'all', from: WALLET, to, rights: FULL_RIGHTS } as const;
  await local.send({ from: WALLET, to: local.registries.v2, data: encodeGrant(createDelegation(fields)) });
  await local.mine();
}

/** Returns the milliseconds from `since` until the row can be read. */
async function measure(database: Database, to: string, since: number): Promise<number> {
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
