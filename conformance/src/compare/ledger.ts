/** A ledger in which much has happened, on two real chains and on those written by hand. Nothing happens to it any more. */
import {
  createRandom,
  integer,
  type LocalChain,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
} from '@mandate/contracts';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { startIndexer } from '@mandate/testing/service/service';
import { WRITTEN, writeByHand } from '../testing/chains-by-hand.ts';
import { KEY_PEPPERS, writeKeys } from '../testing/keys.ts';

const CHAIN_IDS = [1, 10];
const MAX_WRITES_PER_BLOCK = 8;
const MAX_SECONDS_PER_BLOCK = 40;
const REORG_BLOCKS = 3;

export type Ledger = Awaited<ReturnType<typeof createLedger>>;

/** `environment` has the settings of an API process that serves it. */
export async function createLedger(seed: number, blocks: number) {
  const random = createRandom(seed);
  const chains: LocalChain[] = [];
  for (const chainId of CHAIN_IDS)
    chains.push(await startLocalChain({ chainId, smartWallets: SMART_WALLETS }));
  const indexer = await startIndexer(chains);
  try {
    await writeByHand(indexer.database);
    await writeKeys(indexer.database);
    // Replaces blocks that the ledger has, so that its log of changes has some that were undone.
    for (const change of [
      (chain: LocalChain) => write(chain, random, blocks),
      (chain: LocalChain) => chain.reorg(REORG_BLOCKS),
      (chain: LocalChain) => write(chain, random, REORG_BLOCKS),
    ]) {
      for (const chain of chains) await change(chain);
      for (const chain of chains) await indexer.catchUp(chain);
    }
  } catch (error) {
    await indexer.close();
    throw error;
  } finally {
    await Promise.all(chains.map((chain) => chain.stop()));
  }
  const followed = Object.fromEntries(CHAIN_IDS.map((chainId) => [chainId, UNFOLLOWED]));
  const CHAINS = JSON.stringify({ ...WRITTEN, ...followed });
  return { environment: { DATABASE_URL: indexer.databaseUrl, CHAINS, KEY_PEPPERS }, drop: indexer.close };
}

async function write(chain: LocalChain, random: Random, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const writes = integer(random, 0, MAX_WRITES_PER_BLOCK);
    for (let n = 0; n < writes; n++) await chain.send(randomWrite(chain, random));
    await chain.client.increaseTime({ seconds: integer(random, 1, MAX_SECONDS_PER_BLOCK) });
    await chain.mine();
  }
}
