/** A read model that is of another ledger, or on a disk without room: never a wrong answer, and never the end of the service. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAddress } from '@mandate/core';
import {
  at,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  type TestDatabase,
  wallets,
} from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { CONFIGURED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readMetrics, startAtOnePort } from '../testing/processes.ts';
import { startReadModel } from './read-model.ts';

const CHECK = `/registry/v2/check/all?from=${wallets.vault}&to=${wallets.hot}`;
const DISK_BYTES = 16 * 2 ** 20;
/** More than fits into the pages that the file has free. */
const MANY = 10_000;
/** The first of the wallets that the ledger does not use otherwise. */
const FIRST_WALLET = 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'mandate-read-model-'));
const services: ApiProcess[] = [];
const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.kill();
  for (const db of databases.splice(0)) await db.drop();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A ledger of one chain at block 5, with the grant that is asked for or without. */
async function createLedger(isGranted: boolean) {
  const db = await createTestDatabase();
  databases.push(db);
  const ledger = createTestLedger(db.database);
  const chainId = await ledger.openChain();
  const grant = row(delegate('', { kind: 'all' }), at(3));
  await ledger.write(chainId, 5, ...(isGranted ? [grant] : []));
  return { db, ledger, chainId, grant };
}

/** Processes at one port that share the folder. */
function start(db: TestDatabase, dir: string, count = 1): Promise<readonly ApiProcess[]> {
  return startAtOnePort(count, async (environment) => {
    const service = await startApiProcess(db.url, { READ_MODEL_DIR: dir, ...environment });
    services.push(service);
    return service;
  });
}

async function stop(started: readonly ApiProcess[]): Promise<void> {
  for (const service of started) expect(await service.stop()).toBe(0);
}

/** Any of them answers. */
async function ask([service]: readonly ApiProcess[]): Promise<string> {
  const response = await fetch((service?.url ?? '') + CHECK, { headers: { connection: 'close' } });
  return `${response.status} ${await response.text()} at ${response.headers.get('x-block-number')}`;
}

const untilSaid = (started: readonly ApiProcess[], text: string) =>
  until(`it says: ${text}`, () => started.every(({ lines }) => lines.join('\n').includes(text)));
const areAll = async (started: readonly ApiProcess[], name: string, value: 0 | 1, labels = '') =>
  (await readMetrics(started, name, labels)).every((each) => each === value);
const isReady = (started: readonly ApiProcess[], value: 0 | 1 = 1) =>
  areAll(started, 'mandate_api_read_model_ready', value, '{chain="1"}');
const untilReady = (started: readonly ApiProcess[]) =>
  until('the read model is ready', () => isReady(started));
const isFailed = (started: readonly ApiProcess[], value: 0 | 1 = 1) =>
  areAll(started, 'mandate_api_read_model_failed', value);

test('a folder of another ledger is refused, and a database that becomes another ledger is asked itself', async () => {
  const dir = join(folder, 'shared');
  const [{ db, ledger, chainId }, other] = [await createLedger(true), await createLedger(false)];
  const started = await start(db, dir, 2);
  await untilReady(started);
  expect(await ask(started)).toBe('200 true at 5');
  const refused = startReadModel(
    { readModelDir: dir, databaseUrl: other.db.url, chains: CONFIGURED },
    pino({ level: 'silent' }),
  );
  await expect(refused).rejects.toThrow(
    `READ_MODEL_DIR names a folder with a copy of another ledger, ${dir}. Name another folder for this database, or stop the services that use this one, delete it, and start again.`,
  );
  // It left no trace in it.
  expect(await isReady(started)).toBe(true);
  expect(await ask(started)).toBe('200 true at 5');

  // Imitates another database in its place, with another identity and none of its grants.
  await db.database.query('update ledger set id = gen_random_uuid()');
  await db.database.query('delete from delegation');
  await db.database.query('delete from change');
  await until('the database is asked', async () => (await ask(started)) === '200 false at 5');
  await ledger.write(chainId, 6);
  await until('the failure shows', () => isFailed(started));
  await until('none is ready', () => isReady(started, 0));
  expect(await ask(started)).toBe('200 false at 6');
  await untilSaid(started, 'copy of another ledger');
  await stop(started);
});

/** A file system of its own that is really full. Needs root, as continuous integration has it. */
function mountDisk(name: string) {
  const path = join(folder, name);
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', path]);
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync('umount', ['-l', path]),
  };
}

test('on a full disk the database answers, it is reported, and it heals', async () => {
  const disk = mountDisk('disk');
  try {
    const { db, ledger, chainId, grant } = await createLedger(true);
    const dir = join(disk.path, 'read-model');
    let started = await start(db, dir, 2);
    await untilReady(started);
    disk.fill();
    // And then the revocation of what is asked for.
    const many = Array.from({ length: MANY }, (_, i) =>
      row(
        delegate('', {
          kind: 'all',
          to: parseAddress(`0x${(FIRST_WALLET + i).toString(16).padStart(40, '0')}`),
        }),
        at(6, i),
      ),
    );
    await ledger.write(chainId, 6, ...many);
    await ledger.write(chainId, 7, { ...grant, until: at(7) });
    await until('the database is asked', async () => (await ask(started)) === '200 false at 7');
    await until('the failure shows', () => isFailed(started));
    await until('none is ready', () => isReady(started, 0));
    for (const { adminUrl } of started) {
      const ready = await fetch(`${adminUrl}/ready`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ready', readModel: expect.stringMatching(/^failed: /) },
      ]);
    }
    await untilSaid(started, 'the read model cannot follow the ledger');

    // It starts on the full disk, too, and on one where not even the first file fits.
    await stop(started);
    for (const isEmpty of [false, true]) {
      if (isEmpty) {
        rmSync(dir, { recursive: true });
        disk.fill();
      }
      started = await start(db, dir);
      expect(await ask(started)).toBe('200 false at 7');
      await until('the failure shows', () => isFailed(started));
      if (!isEmpty) await stop(started);
    }
    disk.free();
    await untilReady(started);
    await until('no failure shows', () => isFailed(started, 0));
    expect(await ask(started)).toBe('200 false at 7');
    await ledger.write(chainId, 8, row(delegate('', { kind: 'all' }), at(8)));
    await until('it is followed', async () => (await ask(started)) === '200 true at 8');
    expect(await isReady(started)).toBe(true);
    await stop(started);
  } finally {
    for (const service of services.splice(0)) await service.kill();
    disk.unmount();
  }
});
