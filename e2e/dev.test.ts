/** A newcomer runs `npm run dev`, tries the examples on the screen, and presses Ctrl-C. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@mandate/store';
import { afterEach, expect, test } from 'vitest';
import {
  END_MS,
  LAST_LINE,
  START_MS,
  signalAll,
  startDev,
  stopDevs,
  waitFor,
  waitForTable,
} from './dev-process.ts';

const NEWS_MS = 15_000;

afterEach(stopDevs);

function isAnyLeft(dev: ChildProcess): boolean {
  try {
    return signalAll(dev, 0);
  } catch {
    return false;
  }
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
  const started = startDev();
  const { dev, lines } = started;
  const get = await waitForTable(started);
  for (const page of ['Site', 'Documentation', 'OpenAPI', 'Status', 'Networks', 'Metrics']) {
    expect((await fetch(get(page))).status, page).toBe(200);
  }
  expect(lines.some((line) => line.startsWith('Limits are on: 25 requests in 10 seconds'))).toBe(true);
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
  const { headers } = await fetch(examples[0]?.url ?? '');
  expect(headers.get('ratelimit-policy')).toBe('"anon";q=25;w=10');
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
  const { dev, lines } = startDev({
    environment: { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/postgres' },
  });
  await once(dev, 'close');
  expect(dev.exitCode).toBe(1);
  const said = lines.join('\n');
  expect(said).toContain('No database could be created at postgres://me@127.0.0.1:1/postgres');
  expect(said).toContain('docker run');
  expect(said).toContain('DATABASE_URL=');
  expect(said).not.toContain('secret');
});

test.each(['API_PORT', 'ETHEREUM_PORT', 'BASE_PORT'])(
  '%s in use is named, with what to do',
  async (setting) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const { dev, lines } = startDev({ environment: { [setting]: String(port) } });
    await once(dev, 'close');
    server.close();
    expect(dev.exitCode).toBe(1);
    expect(lines.join('\n')).toContain(`Port ${port} is in use.`);
    expect(lines.join('\n')).toContain(`${setting}=${Number(port) + 10} npm run dev`);
  },
);

test('an unknown option is an error with the usage', async () => {
  const { dev, lines } = startDev({ options: ['--no-limit'] });
  await once(dev, 'close');
  expect(dev.exitCode).toBe(2);
  expect(lines.join('\n')).toContain('Unknown option: --no-limit');
  expect(lines.join('\n')).toContain('Usage: npm run dev');
});
