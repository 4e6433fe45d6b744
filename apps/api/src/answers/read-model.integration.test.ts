/** The read model as an operator sees it: a setting, a folder, and metrics. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { until } from '@mandate/testing/until';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askAnew, readMetrics, startAtOnePort, sumMetric } from '../testing/processes.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const folder = mkdtempSync(join(tmpdir(), 'mandate-read-model-'));
let chainId: number;
let block = 1;
const services: ApiProcess[] = [];

beforeAll(async () => {
  chainId = await ledger.openChain();
  await ledger.write(chainId, block, row(delegate('', { kind: 'all' }), at(block)));
});
afterEach(() => Promise.all(services.splice(0).map((service) => service.kill())));
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

async function start(count: number, dir: string): Promise<readonly ApiProcess[]> {
  return startAtOnePort(count, async (environment) => {
    const service = await startApiProcess(db.url, { READ_MODEL_DIR: dir, ...environment });
    services.push(service);
    return service;
  });
}

const listFollowers = async () => {
  const following = await readMetrics(services, 'mandate_api_read_model_following');
  return services.filter((_, i) => following[i] === 1);
};
const readAll = (name: string, of = services) => readMetrics(of, name, `{chain="${chainId}"}`);
const areReady = async () => (await readAll('mandate_api_read_model_ready')).every((ready) => ready === 1);
const haveBlock = async () => (await readAll('mandate_api_read_model_block')).every((each) => each === block);

test.each([1, 3])('%s: the folder is made, and every process answers from it', async (count) => {
  const dir = join(folder, `${count}`, 'made');
  const url = (await start(count, dir))[0]?.url ?? '';
  expect(existsSync(dir)).toBe(true);
  await until('all are ready', areReady);
  expect(await haveBlock()).toBe(true);
  const answers = await Promise.all(Array.from({ length: 12 }, () => askAnew(url + CHECK)));
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: 'true' })));
  expect(await sumMetric(services, 'mandate_api_checks_total', 'source="read_model"')).toBe(12);
  expect(await sumMetric(services, 'mandate_api_checks_total', 'source="database"')).toBe(0);

  await ledger.write(chainId, ++block);
  await until('all have the next block', haveBlock);
  expect(await listFollowers()).toHaveLength(1);
  for (const service of services.splice(0)) expect(await service.stop()).toBe(0);
});

test.each([
  ['is killed', (follower: ApiProcess) => follower.kill()],
  ['hangs', async ({ pid }: ApiProcess) => void process.kill(pid, 'SIGSTOP')],
  ['ends', async (follower: ApiProcess) => expect(await follower.stop()).toBe(0)],
])('when the process that follows %s, the other takes over', async (how, end) => {
  const started = await start(2, join(folder, how));
  await until('both are ready', areReady);
  const [follower] = await listFollowers();
  const other = started.find((service) => service !== follower);
  if (!follower || !other) throw new Error('One of two was to follow.');
  expect(await listFollowers()).toEqual([follower]);
  await end(follower);
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
    `The API ended before it started. It said:\nThese settings are not valid:\n  READ_MODEL_DIR names a folder that can't be written, ${dir} (${code}).`;
  const start = (READ_MODEL_DIR: string) => startApiProcess(db.url, { READ_MODEL_DIR });
  await expect(start(file)).rejects.toThrow(
    `${why(file, 'EEXIST')} A file is there: name a folder.\n\nUsage`,
  );
  const below = join(file, 'below');
  await expect(start(below)).rejects.toThrow(why(below, 'ENOTDIR'));
});
