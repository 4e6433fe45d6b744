/** Waits until the ledger has caught up with a chain. */
import { createReader, type Database } from '@mandate/store';
import { findPlace, isAt, knowsMarks } from '@mandate/testing/ledger/caught-up';
import { type AppProcess, readMetric } from '@mandate/testing/process/app-process';
import { until } from '@mandate/testing/until';
import { type FollowedChain, getHead } from './lively-chain.ts';

const CATCH_UP_TIMEOUT_MS = 120_000;

/** Returns true when the ledger is at the head of every chain. */
export async function isCaughtUp(database: Database, chains: readonly FollowedChain[]): Promise<boolean> {
  const reader = createReader(database);
  for (const chain of chains) {
    const { hash } = await getHead(chain);
    if (!(await isAt(reader, chain.local, hash))) return false;
  }
  return true;
}

/** Resolves with the time it took. */
export function waitUntilCaughtUp(
  database: Database,
  chains: readonly FollowedChain[],
  indexer: AppProcess,
): Promise<number> {
  return waitUntil('the ledger is at the head', indexer, () => isCaughtUp(database, chains));
}

/** Throws at once if the process ends. Resolves with the time it took. */
export async function waitUntil(
  what: string,
  app: AppProcess,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  const look = () => {
    app.assertAlive();
    return holds();
  };
  await until(what, look, CATCH_UP_TIMEOUT_MS);
  return performance.now() - startedAt;
}

/** Waits until the ledger also knows the safe and the finalized block of every chain. */
export function waitUntilMarked(
  database: Database,
  chains: readonly FollowedChain[],
  indexer: AppProcess,
): Promise<number> {
  const reader = createReader(database);
  return waitUntil('the ledger knows what is safe and final', indexer, async () => {
    const known = await Promise.all(chains.map(({ local }) => knowsMarks(reader, local)));
    return known.every(Boolean);
  });
}

/** Returns the ledger's block, or -1 if the chain is not in it yet. */
export async function getIndexed(database: Database, { local }: FollowedChain): Promise<number> {
  return (await findPlace(createReader(database), local))?.block.number ?? -1;
}

/** Counts the checks about now that the read model of an API has answered. */
export const countRead = (api: AppProcess): Promise<number> =>
  readMetric(api, 'mandate_api_checks_total', 'source="read_model"');

/** Waits until the read model answers for this many chains. Resolves with the time it took. */
export function waitUntilReading(api: AppProcess, chains: number): Promise<number> {
  return waitUntil('the read model answers for all chains', api, async () => {
    return (await readMetric(api, 'mandate_api_read_model_ready')) === chains;
  });
}
