/** The operator's commands, as they are typed. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checksum } from '@mandate/read-model/checksum';
import { createKeyStore } from '@mandate/store';
import { BARE_ENVIRONMENT } from '@mandate/testing/bare-environment';
import { createTestDatabase, wallets } from '@mandate/testing/database';
import { afterAll, describe, expect, test } from 'vitest';
import { isKey } from './api-key.ts';
import { digestOf } from './issue-key.ts';
import { KEY_PEPPERS, PEPPER } from './testing/key-stage.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const db = await createTestDatabase();
const keys = createKeyStore(db.database);
afterAll(() => db.drop());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return execute([process.execPath, MAIN, ...args], environment);
}

function execute([command = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ran> {
  const env = { ...BARE_ENVIRONMENT, DATABASE_URL: db.url, KEY_PEPPERS, ...environment };
  return new Promise((resolve) => {
    execFile(command, args, { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

describe('the life of a key', () => {
  test('made, listed, revoked', async () => {
    const owner = checksum(wallets.vault);
    const made = await run(['create', '--name', 'ci \x1b[31m', '--owner', owner, '--expires', '2999-01-31']);
    expect(made).toMatchObject({ code: 0, err: '' });
    const [key = '', , told = ''] = made.out.split('\n');
    expect(isKey(key)).toBe(true);
    expect(told).toMatch(/^This is key 1\. It is shown only this once/);
    const digest = digestOf(key, PEPPER);
    expect(await keys.findValid([digest])).toEqual({ id: 1, owner: wallets.vault });
    await keys.touch(new Map([[1, new Date('2026-02-03T04:05:06Z')]]));
    expect((await run(['create', '--name', 'mine'])).code).toBe(0);

    const listed = await execute(['npm', 'run', '--silent', 'keys', '--', 'list'], {});
    const [head = '', first = '', second = ''] = listed.out.split('\n');
    expect(head).toMatch(/^id {2}prefix +name +owner +created +last used +expires +state$/);
    const times = ['2026-02-03 04:05', '2999-01-31 23:59'];
    const created = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const cells = ['1', key.slice(0, 13), 'ci ?[31m', owner, created, ...times, 'valid'];
    expect(first.split(/ {2,}/)).toEqual(cells);
    expect(second).toMatch(/ mine +- .* never +never +valid$/);
    expect(listed.out).not.toContain(key);
    expect((await run(['list', '--owner', wallets.hot])).out).toBe('There are no keys.\n');
    expect((await run(['list', '--owner', owner])).out.trim().split('\n')).toHaveLength(2);

    expect(await run(['revoke', '1'])).toMatchObject({ code: 0, err: '' });
    expect(await keys.findValid([digest])).toBeNull();
    expect((await run(['list', '--owner', owner])).out).toMatch(/revoked$/m);
    const again = await run(['revoke', '1']);
    expect(again).toEqual({ code: 1, out: '', err: 'There is no active key 1. Run list to see the keys.\n' });
  });
});

describe('commands that cannot be done', () => {
  test.concurrent.each([
    ['no command', [], 'The command is missing'],
    ['no name', ['create'], '--name is missing'],
    ['a name that is too long', ['create', '--name', 'x'.repeat(101)], 'at most 100 characters'],
    ['no day', ['create', '--name', 'x', '--expires', '2027-02-31'], 'a day, e.g. 2027-01-31'],
    ['a day that is over', ['create', '--name', 'x', '--expires', '2020-01-01'], '2020-01-01 is over'],
    ['no address', ['list', '--owner', '0x1'], '--owner: Not an address'],
    ['no id', ['revoke', 'x'], 'the id of a key'],
    ['an option that is not known', ['list', '--all'], '--all'],
  ])('%s: 2, and how it is done', async (_, args, said) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(said);
    expect(err).toContain('Usage: npm run keys');
  });

  test.concurrent('without a pepper: 2, and how to make one', async () => {
    const { code, err } = await run(['create', '--name', 'x'], { KEY_PEPPERS: '' });
    expect(code).toBe(2);
    expect(err).toContain('openssl rand -hex 32');
    expect((await run(['list'], { KEY_PEPPERS: undefined })).code).toBe(0);
  });

  test.concurrent('without a database, or without its tables: 1, and where to look', async () => {
    const away = await run(['list'], { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' });
    expect(away.code).toBe(1);
    expect(away.err).toMatch(/^The database does not answer\. Check DATABASE_URL/);
    const empty = await createTestDatabase({ migrated: false });
    const lacking = await run(['list'], { DATABASE_URL: empty.url });
    await empty.drop();
    expect([lacking.code, lacking.err]).toEqual([1, expect.stringContaining('start:indexer -- migrate')]);
  });
});
