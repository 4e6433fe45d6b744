/** Waits until the ledger has caught up with a chain. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Checkpoint, createReader, type Database } from '@mandate/store';
import type { AppProcess } from '@mandate/testing/app-process';
import type { FollowedChain } from './lively-chain.ts';

const LOOK_EVERY_MS = 20;
const CATCH_UP_TIMEOUT_MS = 120_000;

/** Returns true when the ledger is at the head of every chain. */
export async function isCaughtUp(database: Database, chains: readonly FollowedChain[]): Promise<boolean> {
  const checkpoints = await createReader(database).listCheckpoints();
  for (const chain of chains) {
    const { hash } = await chain.getHead();
    if (findFor(checkpoints, chain)?.block.hash !== hash) return false;
  }
  return true;
}

/** Resolves with the time it took. */
export async function waitUntilCaughtUp(
  database: Database,
  chains: readonly FollowedChain[],
  indexer: AppProcess,
): Promise<number> {
  return waitUntil('catch up with the head', indexer, () => isCaughtUp(database, chains));
}

export async function waitUntil(
  what: string,
  indexer: AppProcess,
  holds: () => Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    indexer.assertAlive();
    if (await holds()) return performance.now() - startedAt;
    if (performance.now() - startedAt > CATCH_UP_TIMEOUT_MS)
      throw new Error(`The indexer did not ${what} within ${CATCH_UP_TIMEOUT_MS / 1000} s.`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Returns the ledger's block, or -1 if the chain is not in it yet. */
export async function getIndexed(database: Database, chain: FollowedChain): Promise<number> {
  const checkpoints = await createReader(database).listCheckpoints();
  return findFor(checkpoints, chain)?.block.number ?? -1;
}

/** A tainted chain never catches up, so this throws at once with the reason. */
function findFor(checkpoints: readonly Checkpoint[], chain: FollowedChain): Checkpoint | undefined {
  const found = checkpoints.find(({ chainId }) => chainId === chain.local.chainId);
  if (found?.state === 'tainted') throw new Error(`Chain ${found.chainId} is tainted: ${found.reason}`);
  return found;
}
