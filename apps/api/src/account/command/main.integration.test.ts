/** The operator's commands: their work in this process, and the command line as it is typed. */
import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checksum } from '@mandate/read-model/checksum';
import { createKeyStore } from '@mandate/store';
import { createTestDatabase, wallets } from '@mandate/testing/ledger/database';
import { BARE_ENVIRONMENT } from '@mandate/testing/process/bare-environment';
import { findService } from '@mandate/testing/process/service-bundle';
import { afterAll, describe, expect, test } from 'vitest';
import { isKey, kindOf } from '../../access/keys/api-key.ts';
import { digestOf } from '../../access/keys/issue-key.ts';
import { KEY_PEPPERS, PEPPER } from '../../access/keys/testing/key-stage.ts';
import { readCommand } from './read-command.ts';
import { OPTIONS } from './read-options.ts';

const MAIN = await findService('api', 'keys');
const db = await createTestDatabase();
const keys = createKeyStore(db.database);
afterAll(() => db.drop());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Does the work of a command, and returns what it prints. */
async function work(...args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  return await readCommand(positionals, values)(keys, [PEPPER]);
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
    expect(await keys.findValid([digest])).toMatchObject({ id: 1, owner: wallets.vault });
    await keys.touch(new Map([[1, new Date('2026-02-03T04:05:06Z')]]));
    await work('create', '--name', 'mine');

    const listed = await execute(['npm', 'run', '--silent', 'keys', '--', 'list'], {});
    const [head = '', first = '', second = ''] = listed.out.split('\n');
    expect(head).toMatch(/^id {2}prefix +name +owner +created +last used +expires +state +rules$/);
    const times = ['2026-02-03 04:05', '2999-01-31 23:59'];
    const created = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const cells = ['1', key.slice(0, 13), 'ci ?[31m', owner, created, ...times, 'valid', '-'];
    expect(first.split(/ {2,}/)).toEqual(cells);
    expect(second).toMatch(/ mine +- .* never +never +valid +-$/);
    expect(listed.out).not.toContain(key);
    expect(await work('list', '--owner', wallets.hot)).toBe('There are no keys.');
    expect((await work('list', '--owner', owner)).split('\n')).toHaveLength(2);

    await work('revoke', '1');
    expect(await keys.findValid([digest])).toBeNull();
    expect(await work('list', '--owner', owner)).toMatch(/revoked +-$/m);
    const again = await run(['revoke', '1']);
    expect(again).toEqual({ code: 1, out: '', err: 'There is no active key 1. Run list to see the keys.\n' });
  });
});

describe('rules', () => {
  test('a publishable key is made, changed and rotated, and the log has it all', async () => {
    const origins = ['--origin', 'HTTPS://App.example.com', '--origin', 'https://*.example.com:8443'];
    const rules = ['--operations', 'v2CheckAll,resolve', '--chains', '1,8453', '--visitor-ceiling', '40'];
    const owner = ['--owner', wallets.hot];
    const made = await work('create', '--name', 'page', ...owner, '--publishable', ...origins, ...rules);
    const [key = ''] = made.split('\n');
    const id = /This is key (\d+)\./.exec(made)?.[1] ?? '';
    expect(kindOf(key)).toBe('publishable');
    const stored = { kind: 'publishable', operations: ['v2CheckAll', 'resolve'], chains: [1, 8453] };
    const listed = ['https://app.example.com', 'https://*.example.com:8443'];
    const find = (key: string) => keys.findValid([digestOf(key, PEPPER)]);
    expect(await find(key)).toMatchObject({ ...stored, origins: listed, ceiling: null, visitorCeiling: 40 });

    const lifted = ['--operations', 'all', '--visitor-ceiling', 'default', '--ceiling', '500'];
    await work('change', id, '--name', 'mint', ...lifted);
    expect(await find(key)).toMatchObject({ operations: null, ceiling: 500, visitorCeiling: null });

    const rotated = await work('rotate', id, '--overlap', '24');
    expect(rotated).toContain(`Key ${id} works for 24 hours more.`);
    const [next = ''] = rotated.split('\n');
    for (const each of [key, next]) expect(await find(each)).toMatchObject({ origins: listed, ceiling: 500 });
    const list = await work('list', ...owner);
    expect(list).toContain(`valid, replaced by ${Number(id) + 1}`);
    expect(list).toContain(`origins ${listed.join(',')}; chains 1,8453; ceiling 500`);

    const log = await work('log', ...owner);
    const [, ...lines] = log.split('\n');
    expect(lines.map((line) => line.split(/ {2,}/)[2])).toEqual(['rotated', 'changed', 'created']);
    expect(lines[1]).toContain('operator');
    expect(lines[1]).toContain('ceiling null → 500');
    expect(await work('log', '--owner', wallets.other)).toBe('There are no changes.');
    expect(log + list).not.toContain(key);
  });

  test('of the other kind are refused, also for a key that exists', async () => {
    const id = /This is key (\d+)\./.exec(await work('create', '--name', 'secret'))?.[1] ?? '';
    const refused = await run(['change', id, '--origin', 'https://app.example.com']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('publishable keys only')]);
    await expect(work('rotate', '999999')).rejects.toThrow('no active key 999999');
  });
});

describe('commands that cannot be done', () => {
  test.concurrent('2, and how it is done', async () => {
    const { code, out, err } = await run(['list', '--all']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--all');
    expect(err).toContain('Usage: mandate-server keys');
  });

  test.concurrent('without a pepper: 2, and how to make one', async () => {
    const { code, err } = await run(['create', '--name', 'x'], { KEY_PEPPERS: '' });
    expect(code).toBe(2);
    expect(err).toContain('openssl rand -hex 32');
  });

  test.concurrent('without a database, or without its tables: 1, and where to look', async () => {
    const away = await run(['list'], { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' });
    expect(away.code).toBe(1);
    expect(away.err).toMatch(/^The database does not answer\. Check DATABASE_URL/);
    const empty = await createTestDatabase({ migrated: false });
    const lacking = await run(['list'], { DATABASE_URL: empty.url });
    await empty.drop();
    expect([lacking.code, lacking.err]).toEqual([1, expect.stringContaining('mandate-server migrate')]);
  });
});
