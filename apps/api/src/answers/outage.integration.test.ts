import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, migrate } from '@mandate/store';
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
import { createFolder } from '@mandate/testing/process/folder';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHECK = `/registry/v2/check/contract?from=${wallets.vault}&to=${wallets.hot}&contract=${wallets.other}`;
const BALANCE = CHECK.replace('contract', 'erc20');
const LIST = `/registry/v2/${wallets.vault}`;
const QUESTIONS = [CHECK, BALANCE, LIST, `${LIST}?limit=1`];
const FEW_SECONDS_MS = 60_000;
const WAIT_TIMEOUT_MS = 100_000;
/** Longer than the service measures the delay of its turns before it judges it. */
const SETTLE_MS = 5_000;
const REST_MS = 20;

async function grantAll({ ledger, chainId }: LedgerApi): Promise<void> {
  await ledger.write(chainId, 2, row(delegate('', { kind: 'all' }), at(2)));
}

/** Yes, everything, one row; never no, nothing, none: the wallet is delegated all along. */
function assertTrue(path: string, body: string): void {
  if (path === CHECK) expect(body).toBe('true');
  else if (path === BALANCE) expect(body).toBe(String(2n ** 256n - 1n));
  else expect(JSON.parse(body)).toHaveLength(1);
}

describe('without its database', () => {
  let postgres: Postgres;
  let service: LedgerApi;
  let url: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    const database = connect({ url: postgres.url });
    await migrate(database);
    service = await startLedgerApi({ db: { url: postgres.url, database, drop: () => database.end() } });
    await grantAll(service);
    url = await service.listen();
  });
  afterAll(async () => {
    await service?.close();
    await postgres?.remove();
  });

  async function ask(path: string) {
    const began = Date.now();
    const response = await fetch(url + path);
    const body = await response.text();
    expect(Date.now() - began, path).toBeLessThan(FEW_SECONDS_MS);
    return { status: response.status, headers: response.headers, body };
  }

  const isReady = async () => (await service.api.admin.ready()).isReady;

  /** `true` if it answered. What it must say when it does not is the same every time. */
  async function askSafely(path: string): Promise<boolean> {
    const { status, headers, body } = await ask(path);
    if (status === 200) {
      assertTrue(path, body);
      return true;
    }
    expect([status, JSON.parse(body)], path).toMatchObject([503, { code: 'database_unavailable' }]);
    expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0);
    return false;
  }

  test('it says that it does not know, until the database is there again', async () => {
    for (const path of QUESTIONS) expect(await askSafely(path)).toBe(true);
    expect(await isReady()).toBe(true);

    // Questions come all the time: also in the moments when the database goes, and when it comes.
    let isOver = false;
    const asking = QUESTIONS.map(async (path) => {
      for (; !isOver; await delay(REST_MS)) await askSafely(path);
    });
    await postgres.stop();
    for (const path of QUESTIONS) expect(await askSafely(path)).toBe(false);
    await until('it is not ready', async () => !(await isReady()));
    expect((await ask('/status')).status).toBe(503);
    expect((await ask('/health')).status).toBe(200);
    expect((await ask('/networks')).status).toBe(200);

    await postgres.start();
    const deadline = Date.now() + FEW_SECONDS_MS;
    while (Date.now() < deadline && !(await isReady())) await delay(50);
    for (const path of QUESTIONS) expect(await askSafely(path)).toBe(true);
    isOver = true;
    await Promise.all(asking);
  });
});

describe('with a fault of its own', () => {
  test('it shows nothing of the inside', async () => {
    const service = await startLedgerApi();
    await grantAll(service);
    await service.database.query('drop table delegation cascade');
    for (const path of QUESTIONS) {
      const { statusCode, body, headers } = await service.api.app.inject(path);
      expect([statusCode, JSON.parse(body)]).toMatchObject([500, { code: 'internal_error' }]);
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
      // The address that was asked is the client's own; nothing else may speak of tables, files or servers.
      const said = body.replaceAll(path.split('?')[0] ?? '', '');
      expect(said).not.toMatch(
        /relation|delegation|select|from |42P01|sql|postgres|pg|\.ts|node_modules|stack|127\./i,
      );
    }
    await service.close();
  });
});

/** Blocks each turn of a process for as many milliseconds as the file says: nothing else happens meanwhile. */
const createBlocker = (file: string) => `
  import { readFileSync } from 'node:fs';
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  (function block() {
    Atomics.wait(asleep, 0, 0, Number(readFileSync(${JSON.stringify(file)}, 'utf8')));
    setTimeout(block, 1);
  })();`;

describe('with too much to do', () => {
  const folder = createFolder('blocker');
  const file = join(folder.path, 'ms');
  let db: TestDatabase;
  let service: ApiProcess;

  beforeAll(async () => {
    db = await createTestDatabase();
    const ledger = createTestLedger(db.database);
    await ledger.write(await ledger.openChain(), 2, row(delegate('', { kind: 'all' }), at(2)));
    writeFileSync(file, '0');
    const blocker = `data:text/javascript,${encodeURIComponent(createBlocker(file))}`;
    service = await startApiProcess(db.url, { NODE_OPTIONS: `--import=${blocker}` });
  });
  afterAll(async () => {
    await service?.kill();
    await db?.drop();
    folder.remove();
  });

  async function ask() {
    const paths = [LIST, CHECK, '/health'];
    const answers = await Promise.all(paths.map((path) => fetch(service.url + path)));
    return Promise.all(
      answers.map(async (answer) => {
        const body = await answer.text();
        if (answer.status === 200) return 200;
        expect(answer.headers.get('retry-after')).toBe('2');
        return JSON.parse(body).code as unknown;
      }),
    );
  }

  /** Asks until the answers are these, and on the way there none but those that may come before. */
  async function reach(ms: number, expected: unknown[], ...before: unknown[][]): Promise<void> {
    writeFileSync(file, String(ms));
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    for (let answers = await ask(); String(answers) !== String(expected); answers = await ask()) {
      expect(before).toContainEqual(answers);
      if (Date.now() > deadline) throw new Error(`With turns of ${ms} ms, the answers stay ${answers}.`);
      await delay(20);
    }
  }

  test('it refuses lists first, checks last, and how it is never', async () => {
    const [all, noLists, nothing] = [
      [200, 200, 200],
      ['overloaded', 200, 200],
      ['overloaded', 'overloaded', 200],
    ];
    await reach(0, all, noLists);
    await reach(400, noLists, all);
    // It stays at that: checks are answered as long as they come within a second.
    for (const end = Date.now() + SETTLE_MS; Date.now() < end; ) expect(await ask()).toEqual(noLists);
    await reach(1_500, nothing, noLists);
    await reach(0, all, noLists, nothing);
  });
});
