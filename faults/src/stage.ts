/** Provides a scenario with chains, databases, folders, nodes and processes, and removes them afterwards. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeChains } from '@mandate/contracts';
import { connect, type Database, migrate } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase } from '@mandate/testing/ledger/database';
import { startApiProcess } from '@mandate/testing/process/api-process';
import { type AppProcess, readMetric, startApp } from '@mandate/testing/process/app-process';
import { BARE_ENVIRONMENT } from '@mandate/testing/process/bare-environment';
import { listMemoryFlags } from '@mandate/testing/process/memory-flags';
import { startPostgres } from '@mandate/testing/process/postgres-server';
import { until } from '@mandate/testing/until';
import { waitUntilCaughtUp } from './caught-up.ts';
import { findDifference, type LedgerRows, readLedgerRows } from './ledger-rows.ts';
import {
  type FollowedChain,
  type LivelyChain,
  type LivelyOptions,
  startLivelyChain,
} from './lively-chain.ts';

const FIRST_CHAIN_ID = 31_337;
const POLL_MS = 100;
const KEYS = fileURLToPath(new URL('../../apps/api/src/account/command/main.ts', import.meta.url));
/** The memory that an operator's API may use. */
export const API_MEMORY = { NODE_OPTIONS: listMemoryFlags('start:api').join(' ') };

export interface StageDatabase {
  readonly url: string;
  readonly database: Database;
}

/** A chain and the URL of its node for us: the node's own or that of one that misbehaves. */
export interface Followed {
  readonly chain: FollowedChain;
  readonly url: string;
}

interface IndexerOptions {
  readonly databaseUrl: string;
  readonly followed: readonly Followed[];
  readonly pollMs?: number;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A part of a scenario in a process of its own. */
interface Forked {
  readonly process: ChildProcess;
  end(): Promise<void>;
}

export type Stage = ReturnType<typeof createStage>;

export async function onStage<T>(play: (stage: Stage) => Promise<T>): Promise<T> {
  const deferred: (() => Promise<void>)[] = [];
  try {
    return await play(createStage((tidy) => deferred.push(tidy)));
  } finally {
    // A failed cleanup must not prevent the others.
    for (const tidy of deferred.reverse()) await tidy().catch((error) => process.emitWarning(error));
  }
}

/** Runs something after the scenario, in reverse order. */
type Defer = (tidy: () => Promise<void>) => void;

function createStage(defer: Defer) {
  async function createDatabase(): Promise<StageDatabase> {
    const { url, database, drop } = await createTestDatabase();
    defer(drop);
    return { url, database };
  }

  async function startIndexer(options: IndexerOptions): Promise<AppProcess> {
    const { databaseUrl, followed, pollMs, environment } = options;
    const CHAINS = writeFollowed(followed, pollMs);
    const indexer = await startApp('indexer', {
      ...{ DATABASE_URL: databaseUrl, CHAINS, INDEXER_PORT: '0' },
      ...environment,
    });
    defer(indexer.kill);
    return indexer;
  }

  /** Rate limits are off unless the environment sets them. */
  async function startApi(databaseUrl: string, environment: NodeJS.ProcessEnv): Promise<AppProcess> {
    const api = await startApiProcess(databaseUrl, environment);
    defer(api.kill);
    return api;
  }

  /** Returns the ledger of an undisturbed indexer at the chains' current heads. */
  async function readCleanRows(chains: readonly FollowedChain[]): Promise<LedgerRows> {
    const { url, database } = await createDatabase();
    const indexer = await startIndexer({ databaseUrl: url, followed: directly(chains) });
    await waitUntilCaughtUp(database, chains, indexer);
    await indexer.stop();
    return readLedgerRows(database);
  }

  async function startNode(chain: FollowedChain, behaviour: Behaviour | null): Promise<MisbehavingNode> {
    const node = await createMisbehavingNode(chain.local.url);
    defer(node.stop);
    node.misbehave(behaviour);
    return node;
  }

  return {
    defer,
    createDatabase,
    startDatabaseServer: () => startDatabaseServer(defer),
    startIndexer,
    startApi,
    readCleanRows,
    /** Starts chains that already have this many blocks. */
    async startChains(count: number, seed: number, blocks: number, options: LivelyOptions = {}) {
      const chains: LivelyChain[] = [];
      for (let i = 0; i < count; i++) {
        const chain = await startLivelyChain(FIRST_CHAIN_ID + i, seed, options);
        defer(chain.local.stop);
        chains.push(chain);
      }
      await Promise.all(chains.map((chain) => chain.grow(blocks)));
      return chains;
    },
    /** Starts a node before each chain. Without a behaviour they are honest. */
    async startNodes(chains: readonly FollowedChain[], behaviour: Behaviour | null = null) {
      const nodes = await Promise.all(chains.map((chain) => startNode(chain, behaviour)));
      return { nodes, followed: chains.map((chain, i) => ({ chain, url: nodes[i]?.url ?? '' })) };
    },
    /** Creates an empty folder for an API's read model. */
    createFolder: () => createFolder(defer),
    /**
     * Starts the API with everything it can use: limits, Redis, its read model, and a key created by `npm run keys`. It
     * runs behind one proxy: clients state their address in `X-Forwarded-For`.
     */
    async startKeyedApi(databaseUrl: string, environment: NodeJS.ProcessEnv) {
      const KEY_PEPPERS = `1:${randomBytes(32).toString('hex')}`;
      const key = await createKey({ DATABASE_URL: databaseUrl, KEY_PEPPERS });
      const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
      const limited = { KEY_PEPPERS, REDIS_URL, RATE_LIMIT: 'on', TRUSTED_HOPS: '1', ...API_MEMORY };
      const api = await startApi(databaseUrl, { ...limited, ...environment });
      // Redis may be late on a busy machine. The service then connects again by itself.
      await until('Redis counts requests (start redis-server, or set REDIS_URL)', async () => {
        return (await readMetric(api, 'mandate_api_limit_shared')) === 1;
      });
      return { api, key };
    },
    /** Runs a part of the scenario in a process of its own, so that its work and the scenario's do not distort each other. */
    fork(name: `${string}/${string}`, onMessage: (sent: unknown) => void): Forked {
      const forked = startForked(name, onMessage);
      defer(forked.end);
      return forked;
    },
    /** Throws unless the database equals that of a clean run. Resolves with the number of rows. */
    async assertSameAsClean(database: Database, chains: readonly FollowedChain[]): Promise<number> {
      const expected = await readCleanRows(chains);
      const difference = findDifference(await readLedgerRows(database), expected);
      if (difference) throw new Error(difference);
      return expected.length;
    },
  };
}

function createFolder(defer: Defer): string {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-faults-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server of its own, which the scenario may stop, with a database that has our tables. */
async function startDatabaseServer(defer: Defer) {
  const postgres = await startPostgres();
  defer(postgres.remove);
  const database = connect({ url: postgres.url });
  defer(() => database.end());
  await migrate(database);
  return { postgres, database };
}

function startForked(name: string, onMessage: (sent: unknown) => void): Forked {
  const child = fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), { execArgv: [] });
  child.on('message', onMessage);
  const exited = once(child, 'exit');
  return {
    process: child,
    async end() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function createKey(environment: NodeJS.ProcessEnv): Promise<string> {
  const env = { ...BARE_ENVIRONMENT, ...environment };
  const made = await promisify(execFile)(process.execPath, [KEYS, 'create', '--name', 'soak'], { env });
  return made.stdout.split('\n')[0] ?? '';
}

/** Connects each chain directly to its node. */
export function directly(chains: readonly FollowedChain[]): Followed[] {
  return chains.map((chain) => ({ chain, url: chain.local.url }));
}

/** Writes the value of `CHAINS`. The API may have a budget for its nodes. */
export function writeFollowed(
  followed: readonly Followed[],
  pollMs = POLL_MS,
  callsPerSecond?: number,
): string {
  const budget = callsPerSecond ? { callsPerSecond } : {};
  const chains = followed.map(({ chain: { local }, url }) => ({ ...local, url, ...budget }));
  return writeChains(chains, pollMs);
}
