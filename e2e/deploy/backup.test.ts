/** Rehearses data loss: a backup, later changes, a restore, and indexing from there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createRandom,
  integer,
  type LocalChain,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
  writeChains,
} from '@mandate/contracts';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { type Postgres, startPostgres } from '@mandate/testing/process/postgres-server';
import { type Service, startService } from '@mandate/testing/service/service';
import { afterAll, beforeAll, expect, test } from 'vitest';

const POLL_MS = 100;
const random = createRandom(23);
const databases: TestDatabase[] = [];
let chain: LocalChain;
let service: Service;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-backup-'));
  chain = await startLocalChain({ smartWallets: SMART_WALLETS });
  service = await startService({ chains: [chain] });
  await live(40);
  await service.catchUp(chain);
});
afterAll(async () => {
  await service?.close();
  for (const { drop } of databases) await drop();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Mines blocks with writes and replaces some of them. */
async function live(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    for (let write = integer(random, 0, 3); write > 0; write--) await chain.send(randomWrite(chain, random));
    await chain.mine();
    if (block % 7 === 6)
      await chain.reorg(3, [{ transaction: randomWrite(chain, random), block: integer(random, 0, 2) }]);
  }
}

async function run(databaseUrl: string, script: string, ...args: string[]): Promise<string> {
  // A rehearsal that finds a difference keeps its files.
  const environment = { DATABASE_URL: databaseUrl, CHAINS: writeChains([chain], POLL_MS), TMPDIR: folder };
  const { stdout } = await promisify(execFile)(`deploy/backup/${script}.sh`, args, {
    env: { ...process.env, ...environment },
    timeout: 120_000,
  });
  return stdout.trim();
}

async function createEmpty(): Promise<TestDatabase> {
  const made = await createTestDatabase({ migrated: false });
  databases.push(made);
  return made;
}

/** Reads the secrets and numbers behind cursors and the feed. Older ledgers have none. */
async function readMarks({ database }: Pick<TestDatabase, 'database'>): Promise<string[]> {
  const feeds = `select to_jsonb(c) ->> 'feed' as mark from chain c`;
  const secrets = `select encode(secret, 'hex') as mark from cursor_secret`;
  const { rowCount } = await database.query(`select where to_regclass('cursor_secret') is not null`);
  const { rows } = await database.query<{ mark: string | null }>(
    rowCount ? `${feeds} union all ${secrets}` : feeds,
  );
  return rows.flatMap(({ mark }) => mark ?? []);
}

test('a restored ledger that continues equals a newly indexed one', async () => {
  const dump = await run(service.databaseUrl, 'backup', 'dump', folder);
  // A reorg also replaces the newest blocks of the backup.
  await chain.reorg(5, [{ transaction: randomWrite(chain, random), block: 1 }]);
  await live(30);
  const said = await run(service.databaseUrl, 'rehearse', '--dump', dump);
  process.stdout.write(`${said}\n`);
  expect(said).toMatch(/^restore: [\d.]+ s$/m);
  expect(said).toMatch(/^all chains indexed again: [\d.]+ s$/m);
  expect(Number(/^(\d+) rows are the same/m.exec(said)?.[1])).toBeGreaterThan(20);
}, 180_000);

test('a backup with a missing row is detected', async () => {
  const copy = await createEmpty();
  const dump = await run(service.databaseUrl, 'backup', 'dump', folder);
  await run(copy.url, 'restore', dump);
  await copy.database.query('delete from delegation where id = (select min(id) from delegation)');
  const lacking = await run(copy.url, 'backup', 'dump', join(folder, 'lacking'));
  await expect(run(service.databaseUrl, 'rehearse', '--dump', lacking)).rejects.toThrow(/rows differ/);
}, 180_000);

test('a restore invalidates cursors and sessions, and overwrites nothing', async () => {
  await service.database.query(
    `insert into session (digest, owner, expires_at) values (sha256('a'), substr(sha256('b'), 1, 20), now() + interval '1 day')`,
  );
  const before = await readMarks(service);
  const dump = await run(service.databaseUrl, 'backup', 'dump', join(folder, 'marks'));
  const copy = await createEmpty();
  await run(copy.url, 'restore', dump);
  const after = await readMarks(copy);
  expect(after).toHaveLength(before.length);
  for (const mark of after) expect(before).not.toContain(mark);
  expect((await copy.database.query('select from session')).rowCount).toBe(0);
  await expect(run(copy.url, 'restore', dump)).rejects.toThrow(/not empty, and nothing was done/);
  await expect(run('postgres://127.0.0.1:1/none', 'backup', 'dump', join(folder, 'none'))).rejects.toThrow();
  expect(readdirSync(join(folder, 'none'))).toEqual([]);
});

test('a base backup is verified, and starts', async () => {
  const servers: Postgres[] = [];
  try {
    const first = await startPostgres();
    servers.push(first);
    const { database, drop } = await createTestDatabase({ server: first.url });
    await database.query('create table note as select 42 as answer');
    const base = await run(first.url, 'backup', 'base', join(folder, 'base'));
    await first.stop();
    await first.startFrom(base);
    expect((await database.query('select answer from note')).rows).toEqual([{ answer: 42 }]);
    await drop();
  } finally {
    for (const server of servers) await server.remove();
  }
});
