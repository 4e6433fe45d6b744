/**
 * A version with one more migration replaces this one under load, and this one replaces it again: while a backup reads a
 * ledger of a million rows, no request fails, nobody waits for long, and keys and sessions are kept.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '@mandate/store';
import { type AppProcess, startApp } from '@mandate/testing/process/app-process';
import { extractVersion } from '@mandate/testing/process/extract-version';
import { findFreePorts } from '@mandate/testing/process/find-free-port';
import type { Folder } from '@mandate/testing/process/folder';
import { ROOT } from '@mandate/testing/process/service-bundle';
import { startShippedProxy } from '@mandate/testing/process/shipped-proxy';
import { until } from '@mandate/testing/until';
import { waitUntilCaughtUp } from '../caught-up.ts';
import { inSeconds } from '../figures.ts';
import { startKnownChain } from '../known-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage, writeFollowed } from '../stage.ts';
import { REQUESTS_PER_S, startSteadyAsking } from '../steady-asking.ts';

const ROWS = 1_000_000;
const BACKUP_MS = 30_000;
const DRAIN_MS = 5_000;
const MAX_WAIT_MS = 3_000;
const MIGRATION = `-- runs with: 0019
-- going back: Nothing is lost.
alter table chain add column made_up integer not null default 0;
alter table api_key add column made_up text;
alter table delegation add column made_up integer;
`;
const INDEX = `-- runs with: 0019
-- concurrently
create index concurrently if not exists delegation_made_up on delegation (to_address, made_up);
`;
/** A chain that nobody follows, and whose rows only take room. */
const FILL = `
  insert into chain (chain_id, block_number, block_hash, block_timestamp, head_number, state, safe_number, finalized_number)
  select 999999, block_number, block_hash, block_timestamp, head_number, state, safe_number, finalized_number from chain limit 1;
  insert into delegation (chain_id, registry, kind, from_address, to_address, contract, token_id, rights, since_block, since_log, since_tx)
  select 999999, 2, 1, substring(sha256(n::text::bytea) for 20), substring(sha256((-n)::text::bytea) for 20), '', 0,
    decode(repeat('00', 32), 'hex'), 1, n, sha256(n::text::bytea)
  from generate_series(1, ${ROWS}) n`;
/** Keys and sessions, as text. */
const KEPT =
  "select (select jsonb_agg(to_jsonb(k) - 'made_up' - 'last_used_at' order by id) from api_key k) as keys, (select jsonb_agg(s) from session s) as sessions";

interface Slot {
  readonly API_PORT: string;
  readonly API_ADMIN_PORT: string;
  process: AppProcess;
}

export async function upgrade(stage: Stage, { seed, say }: Options): Promise<string> {
  const next = createNextVersion(stage);
  const { database, chain, environment } = await startWorld(stage, seed, say);
  const start = async (slot: Pick<Slot, 'API_PORT' | 'API_ADMIN_PORT'>, root: string) => {
    const { API_PORT, API_ADMIN_PORT } = slot;
    const api = await startApp('api', { ...environment, API_PORT, API_ADMIN_PORT }, root);
    stage.defer(api.kill);
    return api;
  };
  const [a = 0, b = 0, c = 0, d = 0] = await findFreePorts(4);
  const slots: Slot[] = [];
  for (const [port, adminPort] of [
    [a, c],
    [b, d],
  ]) {
    const ports = { API_PORT: String(port), API_ADMIN_PORT: String(adminPort) };
    slots.push({ ...ports, process: await start(ports, ROOT) });
  }
  const run = async (root: string, app: string, ...args: string[]) => {
    const env = { ...process.env, ...environment };
    return (await promisify(execFile)(process.execPath, [join(root, app), ...args], { env })).stdout;
  };
  const runMigrate = (root: string) => run(root, 'apps/indexer/src/main.ts', 'migrate');
  const key =
    (await run(ROOT, 'apps/api/src/account/command/main.ts', 'create', '--name', 'kept')).split('\n')[0] ??
    '';
  await database.query(
    "insert into session (digest, owner, expires_at) values (sha256('kept'), decode(repeat('ab', 20), 'hex'), now() + interval '1 day')",
  );

  const [first, second] = slots.map((slot) => slot.process);
  if (!first) throw new RangeError('Nothing was started.');
  const { url, stop } = await startShippedProxy(first, second);
  stage.defer(stop);
  const askWithKey = async () => {
    const { status } = await fetch(`${url}${chain.pairs[0]?.path}`, { headers: { 'X-API-KEY': key } });
    if (status !== 200) throw new Error(`the key got ${status}`);
  };
  await until('haproxy uses both', () =>
    askWithKey().then(
      () => true,
      () => false,
    ),
  );
  const before = await readKept(database);

  const stopGrowing = chain.keepGrowing();
  const { sent, end } = startSteadyAsking(url, chain);
  const replaceAll = async (root: string) => {
    for (const slot of slots) {
      await slot.process.stop();
      slot.process = await start(slot, root);
      await delay(DRAIN_MS);
    }
    await askWithKey();
  };

  say('migrating beside a backup');
  const backup = holdBackup(database);
  const migratedAt = performance.now();
  const said = await runMigrate(next.path);
  const migrateMs = performance.now() - migratedAt;
  await backup;
  if (!said.includes('trying again')) throw new Error(`migrate did not wait for the backup: ${said}`);
  say('forward');
  await replaceAll(next.path);
  say('and back');
  const saidBack = await runMigrate(ROOT);
  if (!saidBack.includes('9998-made-up.sql')) throw new Error(`the older migrate said: ${saidBack}`);
  await replaceAll(ROOT);
  await end();
  await stopGrowing();

  const after = await readKept(database);
  if (after !== before) throw new Error(`keys and sessions were ${before}, and are ${after}`);
  const [failed] = sent.filter(({ problem }) => problem !== null);
  if (failed) throw new Error(`a request failed: ${failed.problem}`);
  const longest = Math.max(...sent.map(({ ms }) => ms));
  if (longest > MAX_WAIT_MS) throw new Error(`a request waited for ${inSeconds(longest)}`);
  return (
    `${sent.length} requests at ${REQUESTS_PER_S}/s, 0 failed, the longest ${inSeconds(longest)}; ` +
    `migrate took ${inSeconds(migrateMs)} beside a backup of ${inSeconds(BACKUP_MS)} and ${ROWS} rows; 2 processes replaced, and replaced again; keys and sessions kept`
  );
}

/** This version with two more migrations. */
function createNextVersion(stage: Stage): Folder {
  const next = extractVersion('HEAD');
  stage.defer(async () => next.remove());
  const migrations = join(next.path, 'packages/store/migrations');
  writeFileSync(join(migrations, '9998-made-up.sql'), MIGRATION);
  writeFileSync(join(migrations, '9999-made-up-index.sql'), INDEX);
  return next;
}

/** A ledger of a million rows, of which one chain goes on. */
async function startWorld(stage: Stage, seed: number, say: Options['say']) {
  const { postgres, database } = await stage.startDatabaseServer();
  const chain = await startKnownChain(1, seed, { pace: [900, 1_000] });
  stage.defer(chain.local.stop);
  const indexer = await stage.startIndexer({ databaseUrl: postgres.url, followed: directly([chain]) });
  await waitUntilCaughtUp(database, [chain], indexer);
  say(`filling the ledger with ${ROWS} rows`);
  await database.query(FILL);
  await database.query('analyze');

  const environment = {
    DATABASE_URL: postgres.url,
    CHAINS: writeFollowed(directly([chain])),
    ...{ API_HOST: '127.0.0.1', API_DRAIN_MS: String(DRAIN_MS), TRUSTED_HOPS: '1', RATE_LIMIT: 'off' },
    ...{ WEB_DIR: 'off', DOCS_DIR: 'off', KEY_PEPPERS: `1:${'ab'.repeat(32)}` },
  };
  return { database, chain, environment };
}

/** Holds the locks of a `pg_dump`, which reads all tables in one transaction. */
async function holdBackup(database: Database): Promise<void> {
  const connection = await database.connect();
  await connection.query(
    'begin isolation level repeatable read; lock table chain, delegation, api_key in access share mode',
  );
  await delay(BACKUP_MS);
  await connection.query('commit');
  connection.release();
}

const readKept = async (database: Database) => JSON.stringify((await database.query(KEPT)).rows[0]);
