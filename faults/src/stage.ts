/** Provides a scenario with chains, databases, folders, proxies and indexers, and removes them afterwards. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@mandate/store';
import { createTestDatabase } from '@mandate/testing/database';
import { waitUntilCaughtUp } from './caught-up.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type Followed, type IndexerOptions, type IndexerProcess, startIndexer } from './indexer-process.ts';
import { findDifference, type LedgerRows, readLedgerRows } from './ledger-rows.ts';
import { type FollowedChain, type LivelyChain, startLivelyChain } from './lively-chain.ts';

const FIRST_CHAIN_ID = 31_337;

export interface StageDatabase {
  readonly url: string;
  readonly database: Database;
}

export interface Stage {
  startChains(count: number, seed: number): Promise<readonly LivelyChain[]>;
  startProxy(chain: FollowedChain): Promise<FaultyProxy>;
  createDatabase(): Promise<StageDatabase>;
  /** Creates an empty folder for an API's read model. */
  createFolder(): string;
  startIndexer(options: IndexerOptions): Promise<IndexerProcess>;
  /** Returns the ledger of an undisturbed indexer at the chains' current heads. */
  readCleanRows(chains: readonly FollowedChain[]): Promise<LedgerRows>;
  /** Throws unless the database equals that of a clean run. Resolves with the number of rows. */
  assertSameAsClean(database: Database, chains: readonly FollowedChain[]): Promise<number>;
  /** Runs after the scenario, in reverse order. */
  defer(tidy: () => Promise<void>): void;
}

export async function onStage<T>(play: (stage: Stage) => Promise<T>): Promise<T> {
  const deferred: (() => Promise<void>)[] = [];
  try {
    return await play(createStage((tidy) => deferred.push(tidy)));
  } finally {
    // A failed cleanup must not prevent the others.
    for (const tidy of deferred.reverse()) await tidy().catch((error) => process.emitWarning(error));
  }
}

function createStage(defer: (tidy: () => Promise<void>) => void): Stage {
  async function createDatabase(): Promise<StageDatabase> {
    const { url, database, drop } = await createTestDatabase();
    defer(drop);
    return { url, database };
  }

  async function start(options: IndexerOptions): Promise<IndexerProcess> {
    const indexer = await startIndexer(options);
    defer(indexer.kill);
    return indexer;
  }

  async function readCleanRows(chains: readonly FollowedChain[]): Promise<LedgerRows> {
    const { url, database } = await createDatabase();
    const indexer = await start({ databaseUrl: url, followed: directly(chains) });
    await waitUntilCaughtUp(database, chains, indexer);
    await indexer.stop();
    return readLedgerRows(database);
  }

  return {
    async startChains(count, seed) {
      const chains = [];
      for (let i = 0; i < count; i++) {
        const chain = await startLivelyChain(FIRST_CHAIN_ID + i, seed);
        defer(chain.local.stop);
        chains.push(chain);
      }
      return chains;
    },
    async startProxy(chain) {
      const proxy = await startFaultyProxy(chain.local.url);
      defer(proxy.close);
      return proxy;
    },
    createDatabase,
    createFolder() {
      const folder = mkdtempSync(join(tmpdir(), 'mandate-faults-'));
      defer(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    startIndexer: start,
    readCleanRows,
    async assertSameAsClean(database, chains) {
      const expected = await readCleanRows(chains);
      const difference = findDifference(await readLedgerRows(database), expected);
      if (difference) throw new Error(difference);
      return expected.length;
    },
    defer,
  };
}

/** Connects each chain directly to its node. */
export function directly(chains: readonly FollowedChain[]): Followed[] {
  return chains.map((chain) => ({ chain, url: chain.local.url }));
}
