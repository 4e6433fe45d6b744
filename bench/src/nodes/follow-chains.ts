/** Runs the indexer on local chains that mine at a steady pace, each behind a metered node. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, type LocalChain, type Random, randomWrite, startLocalChain } from '@mandate/contracts';
import type { TestDatabase } from '@mandate/testing/ledger/database';
import { startApp } from '@mandate/testing/process/app-process';
import { type MeteredNode, startMeteredNode } from './metered-node.ts';

const LATENCY_MS = 60;
const WATCH_MS = 20;
/** The indexer settles before calls are counted: for as long as the count takes, and at most this long. */
const MAX_WARM_UP_MS = 60_000;
/** The pause between two writes: registries are usually quiet. */
const WRITE_EVERY_MS = 20_000;

export interface Paced {
  readonly name: string;
  readonly chainId: number;
  readonly blockTimeMs: number;
}

export interface Followed extends Paced {
  readonly chain: LocalChain;
  readonly node: MeteredNode;
  /** The mining time of each block that is not visible yet. */
  readonly minedAt: Map<number, number>;
  /** The time from mined to visible, for each block. */
  readonly lateMs: number[];
}

/** Calls `read` for each chain after this time, while all still run. */
export async function followChains(
  db: TestDatabase,
  chains: readonly Paced[],
  seconds: number,
  read: (followed: Followed) => void,
): Promise<void> {
  const stopping = new AbortController();
  const mined = await Promise.all(chains.map(start));
  const working = mined.map((each, i) => mineSteadily(each, createRandom(i + 1), stopping.signal));
  const environment = { DATABASE_URL: db.url, CHAINS: write(mined), INDEXER_PORT: '0' };
  const indexer = await startApp('indexer', environment);
  const watching = watch(db, mined, stopping.signal);
  try {
    await delay(Math.min(MAX_WARM_UP_MS, seconds * 1_000));
    for (const { node, lateMs } of mined) {
      node.count();
      lateMs.length = 0;
    }
    await delay(seconds * 1_000);
    mined.forEach(read);
  } finally {
    stopping.abort();
    await Promise.all([indexer.stop(), watching, ...working]);
    await Promise.all(mined.map(({ node, chain }) => node.stop().then(chain.stop)));
  }
}

async function start(paced: Paced): Promise<Followed> {
  const chain = await startLocalChain({ chainId: paced.chainId, finalityBlocks: 64 });
  await chain.client.mine({ blocks: 200, interval: Math.ceil(paced.blockTimeMs / 1_000) });
  const node = await startMeteredNode(chain.url, LATENCY_MS);
  return { ...paced, chain, node, minedAt: new Map(), lateMs: [] };
}

/**
 * Uses the catalogue's block times and evidence. Local chains have their registries from the first block. The metered
 * node fills blooms, so the hashes of headers would not match.
 */
function write(mined: readonly Followed[]): string {
  const settings = { startBlock: 1, maxQuietSeconds: 'unlimited', header: false };
  const entries = mined.map(({ chainId, node }) => [chainId, { nodes: [node.url], ...settings }]);
  return JSON.stringify(Object.fromEntries(entries));
}

async function mineSteadily(mined: Followed, random: Random, signal: AbortSignal): Promise<void> {
  const { chain, minedAt, blockTimeMs } = mined;
  let writeAt = performance.now() + WRITE_EVERY_MS;
  for (let due = performance.now(); !signal.aborted; due += blockTimeMs) {
    await delay(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (performance.now() > writeAt) {
      await chain.send(randomWrite(chain, random));
      writeAt += WRITE_EVERY_MS;
    }
    await chain.client.mine({ blocks: 1 });
    minedAt.set(Number(await chain.client.getBlockNumber()), performance.now());
  }
}

/** Records when blocks become visible in the ledger. */
async function watch(
  { database }: TestDatabase,
  mined: readonly Followed[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await database.query<{ chain_id: number; block_number: number }>(
      'select chain_id, block_number from chain',
    );
    const now = performance.now();
    for (const { chainId, minedAt, lateMs } of mined) {
      const reached = rows.find(({ chain_id }) => chain_id === chainId)?.block_number ?? -1;
      for (const [block, at] of minedAt) {
        if (block > reached) continue;
        lateMs.push(now - at);
        minedAt.delete(block);
      }
    }
    await delay(WATCH_MS);
  }
}
