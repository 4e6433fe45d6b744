/** A ledger in which much has happened, on two real chains and on those written by hand. Nothing happens to it any more. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  createRandom,
  integer,
  type LocalChain,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
  writeChains,
} from '@mandate/contracts';
import { createReader } from '@mandate/store';
import { startApp } from '@mandate/testing/app-process';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/database';
import { UNFOLLOWED } from '@mandate/testing/ledger-api';
import { WRITTEN, writeByHand } from '../testing/chains-by-hand.ts';
import { KEY_PEPPERS, writeKeys } from '../testing/keys.ts';

const CHAIN_IDS = [1, 10];
const POLL_MS = 50;
const CATCH_UP_TIMEOUT_MS = 120_000;
const MAX_WRITES_PER_BLOCK = 8;
const MAX_SECONDS_PER_BLOCK = 40;
const REORG_BLOCKS = 3;

export interface Ledger {
  /** The settings of an API process that serves it. */
  readonly environment: NodeJS.ProcessEnv;
  drop(): Promise<void>;
}

export async function createLedger(seed: number, blocks: number): Promise<Ledger> {
  const db = await createTestDatabase();
  const chains: LocalChain[] = [];
  try {
    for (const chainId of CHAIN_IDS)
      chains.push(await startLocalChain({ chainId, smartWallets: SMART_WALLETS }));
    await fill(db, chains, createRandom(seed), blocks);
  } catch (error) {
    await db.drop();
    throw error;
  } finally {
    await Promise.all(chains.map((chain) => chain.stop()));
  }
  const followed = Object.fromEntries(CHAIN_IDS.map((chainId) => [chainId, UNFOLLOWED]));
  const environment = {
    DATABASE_URL: db.url,
    CHAINS: JSON.stringify({ ...WRITTEN, ...followed }),
    KEY_PEPPERS,
  };
  return { environment, drop: db.drop };
}

async function fill(db: TestDatabase, chains: readonly LocalChain[], random: Random, blocks: number) {
  await writeByHand(db.database);
  await writeKeys(db.database);
  for (const chain of chains) await write(chain, random, blocks);
  const environment = { DATABASE_URL: db.url, CHAINS: writeChains(chains, POLL_MS), INDEXER_PORT: '0' };
  const indexer = await startApp('indexer', environment);
  try {
    await catchUp(db, chains);
    // Replaces blocks that the ledger has, so that its log of changes has some that were undone.
    for (const chain of chains) await chain.reorg(REORG_BLOCKS);
    await catchUp(db, chains);
    for (const chain of chains) await write(chain, random, REORG_BLOCKS);
    await catchUp(db, chains);
    await indexer.stop();
  } finally {
    await indexer.kill();
  }
}

async function write(chain: LocalChain, random: Random, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const writes = integer(random, 0, MAX_WRITES_PER_BLOCK);
    for (let n = 0; n < writes; n++) await chain.send(randomWrite(chain, random));
    await chain.client.increaseTime({ seconds: integer(random, 1, MAX_SECONDS_PER_BLOCK) });
    await chain.mine();
  }
}

async function catchUp({ database }: TestDatabase, chains: readonly LocalChain[]): Promise<void> {
  const reader = createReader(database);
  const heads = await Promise.all(chains.map(({ client }) => client.getBlock()));
  for (const deadline = Date.now() + CATCH_UP_TIMEOUT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const checkpoints = await reader.listCheckpoints();
    const following = checkpoints.filter(({ state }) => state === 'following');
    if (heads.every(({ hash }) => following.some(({ block }) => block.hash === hash))) return;
  }
  throw new Error(`The indexer did not reach the heads within ${CATCH_UP_TIMEOUT_MS} ms.`);
}
