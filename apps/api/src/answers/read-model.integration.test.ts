/** The read model as an operator sees it: a setting, a folder, and metrics. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiProcess, startApiProcess } from '@mandate/testing/api-process';
import { at, createTestDatabase, createTestLedger, delegate, row, wallets } from '@mandate/testing/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askAnew, readMetric, until } from '../processes/testing/workers.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const folder = mkdtempSync(join(tmpdir(), 'mandate-read-model-'));
let chainId: number;
let block = 1;
let service: ApiProcess;

beforeAll(async () => {
  chainId = await ledger.openChain();
  await ledger.write(chainId, block, row(delegate('', { kind: 'all' }), at(block)));
});
afterEach(() => service?.kill());
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

test.each(['1', '3'])('%s: the folder is made, and every process answers from it', async (processes) => {
  const dir = join(folder, processes, 'made');
  service = await startApiProcess(db.url, { API_PROCESSES: processes, READ_MODEL_DIR: dir });
  expect(existsSync(dir)).toBe(true);
  const chain = `{chain="${chainId}"}`;
  const isReady = async () => (await readMetric(service, 'mandate_api_read_model_ready', chain)) === 1;
  await until('it is ready', isReady);
  expect(await readMetric(service, 'mandate_api_read_model_block', chain)).toBe(block);
  const answers = await Promise.all(Array.from({ length: 12 }, () => askAnew(service.url + CHECK)));
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: 'true' })));
  expect(await readMetric(service, 'mandate_api_checks_total', 'source="read_model"')).toBe(12);
  expect(await readMetric(service, 'mandate_api_checks_total', 'source="database"')).toBe(0);

  await ledger.write(chainId, ++block);
  await until(
    'all have the next block',
    async () => (await readMetric(service, 'mandate_api_read_model_block', chain)) === block,
  );
  expect(await service.stop()).toBe(0);
});

test('where it can not be written, the start ends with one message', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const why = (dir: string, code: string) =>
    `The API ended before it started. It said:\nThe settings are not right:\n  READ_MODEL_DIR names a folder that can't be written, ${dir} (${code}).`;
  const start = (READ_MODEL_DIR: string) => startApiProcess(db.url, { READ_MODEL_DIR });
  await expect(start(file)).rejects.toThrow(
    `${why(file, 'EEXIST')} A file is there: name a folder.\n\nUsage`,
  );
  const below = join(file, 'below');
  await expect(start(below)).rejects.toThrow(why(below, 'ENOTDIR'));
});

test('several processes that would count requests without a key apart do not start', async () => {
  const start = startApiProcess(db.url, { API_PROCESSES: '2', RATE_LIMIT: 'on' });
  await expect(start).rejects.toThrow(
    /said:\nThe settings are not right:\n {2}API_PROCESSES is more than 1.*\n\nUsage/,
  );
});
