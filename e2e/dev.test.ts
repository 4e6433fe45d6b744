/** A newcomer runs `npm run dev`, tries the examples on the screen, and presses Ctrl-C. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@mandate/store';
import { afterEach, expect, test } from 'vitest';

const START_MS = 30_000;
const NEWS_MS = 15_000;
const END_MS = 5_000;
const LAST_LINE = /^A delegation changes/;

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const dev of running.splice(0)) {
    if (dev.exitCode !== null || dev.signalCode !== null) continue;
    signalAll(dev, 'SIGTERM');
    // Waits for a clean end, because killing it would leave the database behind.
    await Promise.race([once(dev, 'exit'), delay(END_MS)]);
  }
});

/** Uses its own process group, as a shell does, so that Ctrl-C reaches it as in a terminal. */
function startDev(environment: Record<string, string> = {}) {
  const dev = spawn('npm', ['run', '--silent', 'dev'], {
    detached: true,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', API_PORT: '0', ...environment },
  });
  running.push(dev);
  const lines: string[] = [];
  for (const output of [dev.stdout, dev.stderr]) {
    createInterface(output).on('line', (line) => lines.push(line));
  }
  return { dev, lines };
}

const signalAll = (dev: ChildProcess, signal: NodeJS.Signals | 0) => process.kill(-(dev.pid ?? 0), signal);

function isAnyLeft(dev: ChildProcess): boolean {
  try {
    return signalAll(dev, 0);
  } catch {
    return false;
  }
}

async function waitFor<T>(
  find: () => T | undefined,
  timeoutMs: number,
  lines: readonly string[],
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(50)) {
    const found = find();
    if (found !== undefined) return found;
  }
  throw new Error(`Not within ${timeoutMs} ms. It said:\n${lines.join('\n')}`);
}

function readTable(lines: readonly string[]): Map<string, string> {
  const cells = lines.map((line) => /^ *│ (.+?) +│ (\S+) +│$/.exec(line));
  return new Map(cells.flatMap((row) => (row?.[1] && row[2] ? [[row[1], row[2]] as const] : [])));
}

/** Returns each `curl` command with the answer in the comment above it. */
function readExamples(lines: readonly string[]) {
  return lines.flatMap((command, i) => {
    if (!command.startsWith('curl ')) return [];
    const promised = /^# .+ → (.+)$/.exec(lines[i - 1] ?? '')?.[1];
    return [{ command, promised, url: /'(http[^']+)'/.exec(command)?.[1] ?? '' }];
  });
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

async function ask({ command, url }: { command: string; url: string }): Promise<string> {
  if (!hasCurl) return (await fetch(url)).text();
  return spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout.trimEnd();
}

const exists = async (databaseUrl: string) => {
  const database = connect({ url: databaseUrl, maxConnections: 1 });
  try {
    await database.query('select 1');
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: '3D000' });
    return false;
  } finally {
    await database.end();
  }
};

const answers = (url: string) =>
  fetch(url, { method: 'POST' }).then(
    () => true,
    () => false,
  );

test('everything on the screen works, and Ctrl-C leaves nothing behind', async () => {
  const { dev, lines } = startDev();
  await waitFor(() => lines.find((line) => LAST_LINE.test(line)), START_MS, lines);

  const table = readTable(lines);
  const get = (name: string) =>
    table.get(name) ?? expect.fail(`The table has no ${name}:\n${lines.join('\n')}`);
  for (const page of ['Site', 'Interactive reference', 'OpenAPI', 'Status', 'Networks', 'Metrics']) {
    expect((await fetch(get(page))).status, page).toBe(200);
  }
  const nodes = [get('Ethereum node'), get('Base node')];
  expect(await Promise.all(nodes.map(answers))).toEqual([true, true]);
  expect(await exists(get('Database'))).toBe(true);

  const examples = readExamples(lines);
  expect(examples.map(({ promised }) => promised)).toEqual([
    'true',
    'false',
    '2500000000000000000000',
    '5 delegations',
    'true',
  ]);
  const assertPromises = async () => {
    for (const example of examples) {
      const answer = await ask(example);
      const isList = example.promised?.endsWith(' delegations');
      expect(isList ? `${JSON.parse(answer).length} delegations` : answer, example.command).toBe(
        example.promised,
      );
    }
  };
  await assertPromises();

  const api = get('API');
  const blocks = () =>
    Promise.all(
      [1, 8453].map(async (chainId) => {
        const response = await fetch(`${api}/registry/v2/0x${'00'.repeat(20)}?chainId=${chainId}`);
        return Number(response.headers.get('x-block-number'));
      }),
    );
  const before = await blocks();
  const isNews = (line: string) => /^\d\d:\d\d:\d\d {2}\S+ +#\d+ .+ (grants|revokes|changes) /.test(line);
  const seen = lines.filter(isNews).length;
  await waitFor(() => lines.filter(isNews)[seen], NEWS_MS, lines);
  const after = await blocks();
  expect(before.every((number) => number > 0)).toBe(true);
  expect(Math.max(...after.map((number, i) => number - (before[i] ?? 0)))).toBeGreaterThan(0);
  await assertPromises();

  expect(isAnyLeft(dev)).toBe(true);
  signalAll(dev, 'SIGINT');
  await Promise.race([once(dev, 'exit'), delay(END_MS)]);
  expect(dev.exitCode, lines.slice(-5).join('\n')).toBe(0);
  expect(isAnyLeft(dev)).toBe(false);
  expect(await Promise.all([api, ...nodes].map(answers))).toEqual([false, false, false]);
  expect(await exists(get('Database'))).toBe(false);
});

test('Ctrl-C while it starts leaves nothing behind', async () => {
  const { dev, lines } = startDev();
  const made = () => lines.map((line) => /database +(mandate_test_\w+)$/.exec(line)?.[1]).find(Boolean);
  const name = await waitFor(made, START_MS, lines);
  signalAll(dev, 'SIGINT');
  await Promise.race([once(dev, 'exit'), delay(END_MS)]);
  expect(dev.exitCode, lines.join('\n')).toBe(0);
  expect(lines.some((line) => LAST_LINE.test(line))).toBe(false);
  expect(isAnyLeft(dev)).toBe(false);
  const server = process.env['DATABASE_URL'] || process.env['TEST_DATABASE_URL'];
  const url = new URL(server || 'postgres://postgres@127.0.0.1:5432/postgres');
  url.pathname = `/${name}`;
  expect(await exists(url.href)).toBe(false);
});

test('without a PostgreSQL it says how to get one and exits 1', async () => {
  const { dev, lines } = startDev({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/postgres' });
  await once(dev, 'close');
  expect(dev.exitCode).toBe(1);
  const said = lines.join('\n');
  expect(said).toContain('No database could be created at postgres://me@127.0.0.1:1/postgres');
  expect(said).toContain('docker run');
  expect(said).toContain('DATABASE_URL=');
  expect(said).not.toContain('secret');
});
