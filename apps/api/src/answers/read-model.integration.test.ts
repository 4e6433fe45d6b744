/** The read model as an operator sees it: a setting, a folder, and metrics. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@mandate/config';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAnew, readMetrics, startAtOnePort, sumMetric } from '../testing/processes.ts';
import { startReadModel } from './read-model.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const folder = mkdtempSync(join(tmpdir(), 'mandate-read-model-'));
const dir = join(folder, 'not', 'made');
let chainId: number;
let block = 1;
const services: ApiProcess[] = [];

beforeAll(async () => {
  chainId = await ledger.openChain();
  await ledger.write(chainId, block, row(delegate('', { kind: 'all' }), at(block)));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await db.drop();
  rmSync(folder, { recursive: true });
});

async function startOne(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const service = await startApiProcess(db.url, { READ_MODEL_DIR: dir, ...environment });
  services.push(service);
  return service;
}

const listFollowers = async () => {
  const following = await readMetrics(services, 'mandate_api_read_model_following');
  return services.filter((_, i) => following[i] === 1);
};
const readAll = (name: string, of = services) => readMetrics(of, name, `{chain="${chainId}"}`);
const areReady = async () => (await readAll('mandate_api_read_model_ready')).every((ready) => ready === 1);
const haveBlock = async () => (await readAll('mandate_api_read_model_block')).every((each) => each === block);

test('the folder is made, and every process answers from it', async () => {
  const [first] = await startAtOnePort(2, startOne);
  expect(existsSync(dir)).toBe(true);
  await until('all are ready', areReady);
  expect(await haveBlock()).toBe(true);
  const answers = await Promise.all(Array.from({ length: 12 }, () => askAnew(first?.url + CHECK)));
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: 'true' })));
  expect(await sumMetric(services, 'mandate_api_checks_total', 'source="read_model"')).toBe(12);
  expect(await sumMetric(services, 'mandate_api_checks_total', 'source="database"')).toBe(0);

  await ledger.write(chainId, ++block);
  await until('all have the next block', haveBlock);
  expect(await listFollowers()).toHaveLength(1);
});

// Each has the process that the one before left, and a new one.
test.each([
  ['ends', async (follower: ApiProcess) => expect(await follower.stop()).toBe(0)],
  ['is killed', (follower: ApiProcess) => follower.kill()],
  ['hangs', async ({ pid }: ApiProcess) => void process.kill(pid, 'SIGSTOP')],
])('when the process that follows %s, the other takes over', async (how, end) => {
  if (services.length < 2) await startOne({ API_REUSE_PORT: 'on', API_PORT: `${services[0]?.port}` });
  await until('both are ready', areReady);
  const followers = await listFollowers();
  expect(followers).toHaveLength(1);
  const [other] = services.filter((service) => !followers.includes(service));
  const [follower] = followers;
  if (!follower || !other) throw new Error('One of two was to follow.');
  await end(follower);
  if (how !== 'hangs') services.splice(services.indexOf(follower), 1);
  await ledger.write(chainId, ++block);
  const began = Date.now();
  await until('the other has the next block', async () => {
    if (how !== 'hangs') expect((await askAnew(other.url + CHECK)).status).toBe(200);
    return (await readAll('mandate_api_read_model_block', [other]))[0] === block;
  });
  process.stdout.write(`the follower ${how}: replaced after ${Date.now() - began} ms\n`);
  expect(await sumMetric([other], 'mandate_api_read_model_following')).toBe(1);
  expect(await sumMetric([other], 'mandate_api_read_model_failed')).toBe(0);
});

test('a folder that cannot be written ends the start with one message', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const why = (dir: string, code: string) =>
    `READ_MODEL_DIR names a folder that can't be written, ${dir} (${code}).`;
  const start = (readModelDir: string) =>
    startReadModel({ readModelDir, databaseUrl: db.url, chains: CONFIGURED }, pino({ level: 'silent' }));
  await expect(start(file)).rejects.toThrow(`${why(file, 'EEXIST')} A file is there: name a folder.`);
  const below = join(file, 'below');
  await expect(start(below)).rejects.toThrow(why(below, 'ENOTDIR'));
  await expect(start(below)).rejects.toThrow(ConfigError);
});
