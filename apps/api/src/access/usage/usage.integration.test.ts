import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, pick, type Random } from '@mandate/contracts';
import { createTestDatabase, wallets } from '@mandate/testing/ledger/database';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../http/problems.ts';
import { CHECKS, LISTS } from '../../operations/index.ts';
import type { ApiHere } from '../../testing/api-here.ts';
import { createKey } from '../keys/api-key.ts';
import { type KeyStage, type StagedKey, startKeyStage } from '../keys/testing/key-stage.ts';

const REQUESTS = size(800, 10_000);
const CLIENTS = 10;
const KEYS = 5;
/** Longer than the time between two flushes: at least one fails. */
const OUTAGE_MS = 6_000;
const STREAM_MS = size(9_000, 40_000);
const MAX_LOST_MS = 7_000;
const WAIT_TIMEOUT_MS = 90_000;
const LIMITED = { RATE_LIMIT: 'on' };
const seed = readSeed('usage');

const ASKED = { to: wallets.hot, from: wallets.vault, contract: wallets.other, tokenId: '1' };
const PATHS = [...LISTS, ...CHECKS].map(({ id, registry: version, path, parameters }) => {
  const query = new URLSearchParams(Object.entries(ASKED).filter(([name]) => name in parameters));
  return { operation: id, version, url: `${path.replace(':wallet', wallets.vault)}?${query}` };
});
const [FIRST = { operation: '', version: 'v2', url: '' }, ...REST] = PATHS;
const FLAWS = ['', '', '', '&chainId=999', '&chainId=x'] as const;

/** `key operation chain status`, and how often. */
type Counts = Map<string, number>;

const UNCOUNTED = [
  '/health',
  '/status',
  '/networks',
  '/nothing',
  '/metrics',
  '/registry/v2/check/nothing',
] as const;

let postgres: Postgres;
const stages: KeyStage[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await Promise.all(stages.map((stage) => stage.close()));
  await postgres?.remove();
});

interface Scene {
  readonly stage: KeyStage;
  readonly keys: readonly StagedKey[];
  readonly processes: readonly ApiHere[];
}

/** In a database of its own, on a server of its own where it is to be stopped. */
async function setUp(start: (stage: KeyStage) => Promise<ApiHere>[], server?: string): Promise<Scene> {
  const stage = await startKeyStage(await createTestDatabase(server === undefined ? {} : { server }));
  stages.push(stage);
  const keys = await Promise.all(Array.from({ length: KEYS }, () => stage.createKey()));
  return { stage, keys, processes: await Promise.all(start(stage)) };
}

/** Asks something, and says under which row it has to be counted. */
async function askAnything({ keys, processes }: Scene, random: Random): Promise<string> {
  const { operation, version, url } = pick(random, [FIRST, ...REST]);
  const flaw = pick(random, FLAWS);
  const wrong = random() < 0.05;
  const given = random() < 0.1 || wrong ? undefined : keys[Math.floor(random() * KEYS)];
  const key = wrong ? createKey() : given?.key;
  const service = pick(random, processes as [ApiHere, ...ApiHere[]]);
  if (random() < 0.05) await fetch(`${service?.url}${pick(random, UNCOUNTED)}`);
  const response = await fetch(`${service?.url}${url}${flaw}`, {
    headers: key === undefined ? {} : { 'x-api-key': key },
    method: random() < 0.1 ? 'HEAD' : 'GET',
  });
  await response.text();
  const { status, headers } = response;
  // A HEAD has no body that says so.
  const isOverloaded = headers.get('retry-after') === String(PROBLEMS.overloaded.retryAfterS);
  const isRefused = status === 401 || status === 429 || (status === 503 && isOverloaded);
  // A wrong key says 503 while nobody can know that it is wrong.
  const isStopped = isRefused || (wrong && version === 'v2');
  const keyId = version === 'v1' || isStopped ? 0 : (given?.id ?? 0);
  return `${keyId} ${operation} ${isStopped || flaw ? 0 : 1} ${status}`;
}

async function askMany(scene: Scene, counts: Counts, requests: number, random: Random): Promise<void> {
  let left = requests;
  const askOn = async () => {
    while (left-- > 0) {
      const row = await askAnything(scene, random);
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, askOn));
}

async function readCounts({ stage }: Scene): Promise<Counts> {
  const { rows } = await stage.database.query<{ name: string; requests: bigint }>(
    `select concat_ws(' ', key_id, operation, chain_id, status) as name, sum(requests) as requests
     from usage group by 1`,
  );
  return new Map(rows.map(({ name, requests }) => [name, Number(requests)]));
}

const sorted = (counts: Counts) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
const sum = (counts: Counts) => [...counts.values()].reduce((total, count) => total + count, 0);

async function waitUntilReady({ processes }: Scene): Promise<void> {
  const isReady = async ({ adminUrl }: ApiHere) => (await fetch(`${adminUrl}/ready`)).status === 200;
  for (const end = Date.now() + WAIT_TIMEOUT_MS; Date.now() < end; await delay(50))
    if ((await Promise.all(processes.map(isReady))).every(Boolean)) return;
  throw new Error('The database is there, and the processes are not ready.');
}

/** A key that a process has never seen is not let through while the database is away. */
async function warmUp({ keys, processes }: Scene, counts: Counts): Promise<void> {
  for (const { url } of processes) {
    for (const { id, key } of keys) {
      const { status } = await fetch(url + FIRST.url, { headers: { 'x-api-key': key } });
      const row = `${id} ${FIRST.operation} 1 ${status}`;
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  }
}

describe.concurrent('what is counted', () => {
  test(
    'is what was asked, over two services and an outage of the database',
    async () => {
      const two = (stage: KeyStage) => [1, 2].map(() => stage.startHere(LIMITED));
      const scene = await setUp(two, postgres.url);
      const random = createRandom(seed);
      const expected: Counts = new Map();
      await warmUp(scene, expected);
      await askMany(scene, expected, Math.floor(REQUESTS / 3), random);
      await postgres.stop();
      const back = delay(OUTAGE_MS);
      await askMany(scene, expected, Math.floor(REQUESTS / 3), random);
      await back;
      await postgres.start();
      await waitUntilReady(scene);
      await askMany(scene, expected, REQUESTS - sum(expected), random);
      const { stage, processes } = scene;
      expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([0, 0]);
      expect(sorted(await readCounts(scene))).toEqual(sorted(expected));
      expect(sum(expected)).toBe(REQUESTS);
      const statuses = new Set([...expected.keys()].map((row) => row.split(' ')[3]));
      expect([...statuses].toSorted()).toEqual(['200', '400', '401', '429', '503']);
      expect(processes.map(({ lines }) => lines.join('').includes('usage is added again'))).toContain(true);
      expect((await stage.keys.list()).every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
    },
    TIMEOUT_MS,
  );

  test(
    'is lost at a crash for the last ten seconds at most',
    async () => {
      const scene = await setUp((stage) => [stage.start(LIMITED)]);
      const random = createRandom(seed);
      const answeredAt: number[] = [];
      const end = Date.now() + STREAM_MS;
      while (Date.now() < end) {
        await askAnything(scene, random);
        answeredAt.push(Date.now());
        await delay(5);
      }
      await Promise.all(scene.processes.map((process) => process.kill()));
      const crashedAt = Date.now();
      const counted = sum(await readCounts(scene));
      process.stdout.write(`${answeredAt.length} requests, then a crash: ${counted} are counted\n`);
      const safe = answeredAt.filter((at) => at < crashedAt - MAX_LOST_MS).length;
      expect(safe).toBeGreaterThan(0);
      expect(counted).toBeGreaterThanOrEqual(safe);
      expect(counted).toBeLessThanOrEqual(answeredAt.length);
    },
    TIMEOUT_MS,
  );
});
