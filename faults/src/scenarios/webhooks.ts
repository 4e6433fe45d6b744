/** Workers of webhooks are killed while the ledger is reorganized, repaired and restored: honest receivers have exactly its log. */
import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSecret, sealSecret, versionedSecrets } from '@mandate/config';
import { createRandom, integer } from '@mandate/contracts';
import { messageOf } from '@mandate/core';
import { createWebhookStore, type WebhookFields } from '@mandate/store';
import { type AppProcess, startApp } from '@mandate/testing/process/app-process';
import { startPostgres } from '@mandate/testing/process/postgres-server';
import { until } from '@mandate/testing/until';
import { inMs, quantile } from '../figures.ts';
import type { Options } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { findFault, type Subscription } from '../webhooks/judge.ts';
import { addressOf, MAX_REORG, type PlayedLedger, playLedger } from '../webhooks/played-ledger.ts';
import { KINDS, type Received, type ReceiverKind, startReceivers } from '../webhooks/receivers.ts';

const CHAINS = [31_337, 31_338];
const WORKERS = 2;
const UNFILTERED = 5;
/** Each change passes the filters of so many endpoints. */
const LISTENERS = 3;
const CHANGES_PER_BLOCK = 10;
const BLOCK_MS = 100;
/** Endpoints may be behind for so long after a disturbance. */
const RECOVERY_MS = 15_000;
const END_TIMEOUT_MS = 300_000;
const JUDGE_MS = 2_000;
const [MAX_P50_MS, MAX_P99_MS] = [1_000, 5_000];

interface Endpoint extends Subscription {
  readonly kind: ReceiverKind;
}

/** The parts that the scenario works on. */
interface Played {
  readonly ledger: PlayedLedger;
  readonly endpoints: readonly Endpoint[];
  readonly workers: AppProcess[];
  /** When something was disturbed on purpose. */
  readonly disturbedMs: number[];
  /** Works for each fault, on the chain that is written to. */
  readonly faults: Readonly<Record<Fault, (chainId: number) => Promise<unknown>>>;
}

export async function webhooks(stage: Stage, options: Options): Promise<string> {
  const { seed, webhookEndpoints, untimed, say } = options;
  const postgres = await startPostgres();
  stage.defer(postgres.remove);
  const ledger = await playLedger(postgres, CHAINS);
  stage.defer(ledger.close);
  // A chain is known from its first block on.
  for (const chainId of CHAINS) await ledger.grow(chainId, []);
  const receivers = await startReceivers();
  stage.defer(receivers.close);
  const keys = `1:${randomBytes(32).toString('hex')}`;
  const endpoints = await subscribe(ledger, receivers.url, webhookEndpoints, keys);
  const start = () => startWorker(stage, ledger.url, keys, receivers.host);
  const workers = await Promise.all(Array.from({ length: WORKERS }, start));
  await until('all endpoints have begun', () => hasBegun(ledger, endpoints.length), END_TIMEOUT_MS);
  say(`${endpoints.length} endpoints have answered their challenge`);

  const random = createRandom(seed);
  const restart = async () => {
    await postgres.stop();
    await postgres.start();
  };
  const faults = {
    reorg: (chainId: number) => ledger.rewind(chainId, integer(random, 1, MAX_REORG)),
    repair: ledger.repair,
    backup: ledger.backUp,
    restore: ledger.restore,
    kill: () => replace(workers, integer(random, 0, WORKERS - 1), start),
    restart,
  };
  const played: Played = { ledger, endpoints, workers, disturbedMs: [], faults };
  await playAll(played, random, options);
  const log = await judgeAll(played, receivers.of);
  const stolen = receivers.of('/honest/stolen').length;
  if (stolen > 0) throw new Error(`${stolen} redirects were followed.`);

  const honest = endpoints.filter(({ kind }) => kind === 'honest');
  const lags = listLags(honest, receivers.of, ledger, played.disturbedMs);
  const [p50, p99] = [quantile(lags, 0.5), quantile(lags, 0.99)];
  if (!untimed && (p50 > MAX_P50_MS || p99 > MAX_P99_MS))
    throw new Error(`Events came late: p50 ${inMs(p50)}, p99 ${inMs(p99)}.`);
  const sent = endpoints.reduce((sum, { path }) => sum + receivers.of(path).length, 0);
  return (
    `${honest.length} honest of ${endpoints.length} endpoints have all of ${log} changes in order, ${sent} requests; ` +
    `p50 ${inMs(p50)}, p99 ${inMs(p99)} of ${lags.length} that were not behind`
  );
}

/** Writes all changes, with the faults among them. */
async function playAll(
  { ledger, endpoints, disturbedMs, faults }: Played,
  random: () => number,
  { webhookChanges, say }: Options,
): Promise<void> {
  const blocks = Math.ceil(webhookChanges / CHANGES_PER_BLOCK);
  const vaults = countVaults(endpoints.length);
  const planned = plan(blocks, webhookChanges);
  let granted = 0;
  for (let count = 1; count <= blocks; count++) {
    const dueMs = performance.now() + BLOCK_MS;
    const chainId = CHAINS[count % CHAINS.length] ?? 0;
    const grants = Array.from({ length: CHANGES_PER_BLOCK }, () => ({
      vault: addressOf(integer(random, 1, vaults)),
      contract: addressOf(1_000_000 + ++granted),
    }));
    await ledger.grow(chainId, grants);
    for (const fault of planned.get(count) ?? []) {
      if (fault !== 'reorg') disturbedMs.push(Date.now());
      await faults[fault](chainId);
      if (fault === 'reorg') continue;
      disturbedMs.push(Date.now());
      say(`${fault} after ${count} of ${blocks} blocks`);
    }
    await delay(Math.max(0, dueMs - performance.now()));
  }
  // Changes that have not reached the mark in the end are not sent.
  for (const chainId of CHAINS) for (let count = 0; count < 6; count++) await ledger.grow(chainId, []);
}

/** Waits until every honest receiver has what it should have. Returns the number of changes in the log. */
async function judgeAll(
  { ledger, endpoints, workers, disturbedMs }: Played,
  of: (path: string) => readonly Received[],
): Promise<number> {
  const log = await ledger.listLog();
  const honest = endpoints.filter(({ kind }) => kind === 'honest');
  const judge = () => honest.flatMap((each) => findFault(each, of(each.path), log, ledger.history) ?? []);
  const look = async () => {
    // Judging takes time that the receivers need.
    await delay(JUDGE_MS);
    return judge().length === 0;
  };
  await until('honest receivers have the log', look, END_TIMEOUT_MS).catch(async (error) => {
    const faulty = honest.filter((each) => findFault(each, of(each.path), log, ledger.history));
    const file = await dump({ ledger, disturbedMs }, faulty, of);
    throw new Error([messageOf(error), ...judge().slice(0, 5), `What is known is in ${file}.`].join('\n'));
  });
  for (const worker of workers) worker.assertAlive();
  return log.length;
}

/** Writes what faulty endpoints received, and what the ledger has, to a file. Returns its name. */
async function dump(
  { ledger, disturbedMs }: Pick<Played, 'ledger' | 'disturbedMs'>,
  faulty: readonly Endpoint[],
  of: (path: string) => readonly Received[],
): Promise<string> {
  const file = join(tmpdir(), `mandate-webhooks-${randomUUID()}.json`);
  const rows = async (sql: string) => (await ledger.database.query(sql)).rows;
  const [lanes, changes, resets, attempts] = await Promise.all([
    rows('select name, webhook_lane.* from webhook_lane join webhook_endpoint on id = endpoint_id'),
    rows('select chain_id, number, stamp, undone, block from change order by chain_id, number'),
    rows('select * from feed_reset order by at'),
    rows('select name, webhook_delivery.* from webhook_delivery join webhook_endpoint on id = endpoint_id'),
  ]);
  const received = Object.fromEntries(faulty.map(({ path }) => [path, of(path)]));
  const { resets: noted, ever } = ledger.history;
  const known = { received, noted, ever: [...ever], disturbedMs, lanes, changes, resets, attempts };
  await writeFile(file, JSON.stringify(known));
  return file;
}

const countVaults = (endpoints: number) => Math.max(1, Math.floor((endpoints - UNFILTERED) / LISTENERS));

type Fault = 'reorg' | 'repair' | 'backup' | 'restore' | 'kill' | 'restart';

/** Spreads the faults over the blocks. Each restore goes back to the backup before it. */
function plan(blocks: number, changes: number): ReadonlyMap<number, readonly Fault[]> {
  const counts = { reorg: 500, kill: 2_000, repair: 5_000, restart: 20_000, restore: 20_000 };
  const faults = new Map<number, Fault[]>();
  const add = (at: number, fault: Fault) => faults.set(at, [...(faults.get(at) ?? []), fault]);
  for (const [fault, every] of Object.entries(counts) as [keyof typeof counts, number][]) {
    const times = Math.max(1, Math.round(changes / every));
    for (let time = 0; time < times; time++) {
      // Kinds of faults do not come at the same moment.
      const offset = { reorg: 0.5, kill: 0.3, repair: 0.45, restart: 0.2, restore: 0.7 }[fault];
      const at = Math.max(2, Math.floor(((time + offset) / times) * blocks));
      add(at, fault);
      if (fault === 'restore') add(Math.max(1, at - Math.ceil(blocks / times / 20)), 'backup');
    }
  }
  return faults;
}

/** Half of the endpoints are honest; five of these have no filter, and five wait for the mark `safe`. */
async function subscribe(
  { database }: Pick<PlayedLedger, 'database'>,
  urlOf: (path: string) => string,
  count: number,
  keys: string,
): Promise<Endpoint[]> {
  const store = createWebhookStore(database);
  const secrets = versionedSecrets.parse(keys);
  const vaults = countVaults(count);
  const endpoints: Endpoint[] = [];
  for (let index = 0; index < count; index++) {
    const kind =
      index < UNFILTERED || index % 2 === 0 ? 'honest' : (KINDS[1 + (((index - 1) / 2) % 7)] ?? 'slow');
    const vault = index < UNFILTERED ? null : addressOf(1 + (index % vaults));
    const mark = index % 10 === 6 ? 'safe' : 'latest';
    endpoints.push({ path: `/${kind}/${index}`, kind, vault, mark });
  }
  for (const [index, { path, vault, mark }] of endpoints.entries()) {
    const id = randomUUID();
    const all = { chainIds: null, registries: null, contracts: null, rights: null, kinds: null };
    const fields: WebhookFields = {
      ...all,
      url: urlOf(path),
      name: path,
      mark,
      aliveMinutes: 1,
      wallets: vault && [vault],
    };
    // Each owner has ten.
    const owner = addressOf(500_000 + Math.floor(index / 10));
    await store.create(owner, { ...fields, id, secret: sealSecret(secrets, id, createSecret()) }, count);
  }
  return endpoints;
}

async function hasBegun({ database }: Pick<PlayedLedger, 'database'>, endpoints: number): Promise<boolean> {
  const { rows } = await database.query<{ begun: number }>(
    'select count(*) as begun from webhook_lane where feed is not null',
  );
  return rows[0]?.begun === endpoints * CHAINS.length;
}

async function startWorker(stage: Stage, url: string, keys: string, host: string): Promise<AppProcess> {
  const chain = {
    nodes: ['http://127.0.0.1:9'],
    registries: { v2: addressOf(1) },
    startBlock: 1,
    maxQuietSeconds: 'unlimited',
  };
  const worker = await startApp('webhooks', {
    DATABASE_URL: url,
    CHAINS: JSON.stringify(
      Object.fromEntries(CHAINS.map((chainId) => [chainId, { ...chain, maxLagSeconds: 3_600 }])),
    ),
    ...{ WEBHOOKS_PORT: '0', WEBHOOK_KEYS: keys, WEBHOOK_PRIVATE_HOSTS: host },
    ...{ WEBHOOK_EVENTS_PER_MINUTE: '10000000', WEBHOOK_KILOBYTES_PER_MINUTE: '10000000' },
  });
  stage.defer(worker.kill);
  return worker;
}

/** Kills a worker, so that it cannot clean up, and starts another one. */
async function replace(
  workers: AppProcess[],
  index: number,
  start: () => Promise<AppProcess>,
): Promise<void> {
  await workers[index]?.kill();
  workers[index] = await start();
}

/** How long after its commit each change came for the first time, where nothing was disturbed. */
function listLags(
  honest: readonly Endpoint[],
  of: (path: string) => readonly Received[],
  { writtenMs }: Pick<PlayedLedger, 'writtenMs'>,
  disturbedMs: readonly number[],
): number[] {
  const isDisturbed = (ms: number) => disturbedMs.some((at) => ms > at - 1_000 && ms < at + RECOVERY_MS);
  return honest
    .filter(({ mark }) => mark === 'latest')
    .flatMap(({ path }) => {
      const seen = new Set<string>();
      return of(path).flatMap(({ type, contract, atMs }) => {
        const written = contract === null ? undefined : writtenMs.get(contract);
        if (type !== 'delegation.granted' || contract === null || seen.has(contract) || written === undefined)
          return [];
        seen.add(contract);
        return isDisturbed(written) ? [] : [Math.max(0, atMs - written)];
      });
    });
}
