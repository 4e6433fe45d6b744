/** Runs each example by the command of its README, against `npm run dev`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Address, createClient, listChanges, listDelegations, listDelegationsV1 } from '@mandate/sdk';
import { type LyingService, startLyingService, withParameters } from '@mandate/testing/lying-service';
import {
  answer,
  type Behave,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDev, stopDevs, waitForTable } from './dev-process.ts';
import { type ExampleProcess, startExample, stopExamples } from './example-process.ts';
import { run } from './packed-project.ts';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'examples');
const MAX_LINES = 150;
const SOURCE = /\.(?:ts|tsx|css|html|py|go)$|^(?!package|tsconfig).*\.json$/;

const MIRA = '0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d';
const MIRAS_VAULT = '0x7CcDcC39725eeCA82799965276B4907236d4866D';
const JONAS = '0x58616D23Dc818182AD5E6B851E652f9208F2603A';
const NORA = '0x8f3eC8bBA4C127522776309d420d2604dC8dD3AE';

const folder = mkdtempSync(join(tmpdir(), 'mandate-examples-'));
let worker: ExampleProcess;
const startWorker = () => {
  worker = startExample('feed-worker', { ...services, DATA: join(folder, 'feed') });
};
let services: { readonly MANDATE_URL: string; readonly ETHEREUM_URL: string };
beforeAll(async () => {
  const get = await waitForTable(startDev({ options: ['--no-limits'] }));
  services = { MANDATE_URL: get('API'), ETHEREUM_URL: get('Ethereum node') };
  // The first reorg of the sample world comes after half a minute, so its tests are the last.
  startWorker();
});
afterAll(async () => {
  await stopExamples();
  await stopDevs();
  rmSync(folder, { recursive: true, force: true });
});

const listSources = (name: string) =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '.'], {
    cwd: join(EXAMPLES, name),
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((file) => SOURCE.test(file));

test.each(readdirSync(EXAMPLES))('%s is short, and its README has the command', (name) => {
  const lines = listSources(name).map((file) => readFileSync(join(EXAMPLES, name, file), 'utf8').split('\n'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.flat().length - lines.length).toBeLessThan(MAX_LINES);
  const readme = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8');
  expect(readme).toMatch(new RegExp(`^(?:npm start -w|python3|go run) examples/${name}`, 'm'));
});

describe('airdrop-server', () => {
  let honest: ExampleProcess;
  let lying: LyingService;
  const claim = async (server: ExampleProcess, vault: string, wallet: string) => {
    const url = await server.find(/^Claims at (\S+)$/);
    const response = await fetch(`${url}/claims/${vault}?wallet=${wallet}`, { method: 'POST' });
    return { status: response.status, ...((await response.json()) as { amount?: number; error?: string }) };
  };
  const start = (name: string, environment: Record<string, string> = {}) =>
    startExample('airdrop-server', { ...services, PORT: '0', DATA: join(folder, name), ...environment });

  beforeAll(async () => {
    lying = await startLyingService(services.MANDATE_URL);
    honest = start('claims');
  });
  afterAll(() => lying.close());

  test('pays a vault once, to a wallet it delegated to', async () => {
    expect(await claim(honest, MIRAS_VAULT, JONAS)).toMatchObject({ status: 403 });
    const both = await Promise.all([
      claim(honest, MIRAS_VAULT, MIRA),
      claim(honest, MIRAS_VAULT, MIRAS_VAULT),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await claim(honest, MIRAS_VAULT.toLowerCase(), MIRA)).toMatchObject({ status: 409 });
    expect(await claim(honest, NORA, NORA)).toMatchObject({ status: 404 });
    expect(await claim(honest, MIRAS_VAULT, '0x12')).toMatchObject({ status: 400 });
    expect(honest.lines.filter((line) => line.startsWith('Pay '))).toHaveLength(1);
    await honest.stop();
    honest = start('claims');
    expect(await claim(honest, MIRAS_VAULT, MIRA)).toMatchObject({ status: 409 });
  });

  test('takes neither the word of a service that lies, nor its silence for a no', async () => {
    const deceived = start('lies', { MANDATE_URL: lying.url });
    // Answers every question about Jonas as if it were about Mira.
    lying.lie = (path, ask) => ask(withParameters(path, { to: MIRA }));
    expect(await claim(deceived, MIRAS_VAULT, JONAS)).toMatchObject({ status: 503 });
    lying.lie = async () => new Response('Sign in to the Wi-Fi', { status: 200 });
    expect(await claim(deceived, MIRAS_VAULT, MIRA)).toMatchObject({ status: 503 });
    const alone = start('alone', { ETHEREUM_URL: 'http://127.0.0.1:1' });
    expect(await claim(alone, MIRAS_VAULT, MIRA)).toMatchObject({ status: 503 });
    lying.lie = null;
    expect(await claim(deceived, MIRAS_VAULT, MIRA)).toMatchObject({ status: 200, amount: 250 });
  });
});

const LANGUAGES = [
  { name: 'Python', tool: ['python3', '--version'], command: ['python3', 'examples/python/may_claim.py'] },
  { name: 'Go', tool: ['go', 'version'], command: ['go', 'run', 'examples/go/main.go'] },
] as const;

describe.each(LANGUAGES)('$name', ({ name, tool: [tool, version], command: [program, ...args] }) => {
  const isInstalled = spawnSync(tool, [version]).status === 0;
  if (!isInstalled) process.stdout.write(`${name} is not installed: its example was not run.\n`);
  /** `go run` prints the exit code of the program, and has its own. */
  const ask = async (url: string, ...more: string[]) => {
    const { status, out, err } = await run(program, [...args, ...more], {
      cwd: ROOT,
      environment: { MANDATE_URL: url },
    });
    return { status: Number(/^exit status (\d+)$/m.exec(err)?.[1] ?? status), out, err };
  };
  let odd: MisbehavingServer;
  beforeAll(async () => {
    odd = await startMisbehavingServer();
  });
  afterAll(() => odd.close());

  test.runIf(isInstalled)('answers yes, no, and refuses wrong requests', async () => {
    const yes = await ask(services.MANDATE_URL);
    expect(yes).toMatchObject({ status: 0, err: '' });
    expect(yes.out).toMatch(/^yes: at block \d+ of chain 1\n/);
    expect(yes.out).toContain(`${MIRAS_VAULT} 2\n`);
    expect(await ask(services.MANDATE_URL, NORA)).toMatchObject({ status: 1 });
    expect((await ask(services.MANDATE_URL, NORA)).out).toMatch(/^no: /);
    const wrong = await ask(services.MANDATE_URL, 'nora.eth');
    expect(wrong).toMatchObject({ status: 3, out: '' });
    expect(wrong.err).toContain('must be an address');
  });

  const block = { chainId: 1, number: 7 };
  const said = (eligible: unknown, more = {}) =>
    JSON.stringify({ eligible, holders: [], unknown: [], block, ...more });
  const unknown = [{ reason: 'nodes_unavailable', detail: 'No node answered.', holder: null }];

  test.runIf(isInstalled).each<[string, Behave, string]>([
    ['null', answer(said(null, { unknown })), 'unknown: No node answered.'],
    ['neither true nor false', answer(said(1)), 'unknown: '],
    ['no verdict', answer(JSON.stringify({ block, holders: [] })), 'unknown: '],
    ['another chain', answer(said(true, { block: { chainId: 10, number: 7 } })), 'unknown: '],
    ['a login page', answer('<html>Sign in</html>'), 'unknown: '],
    ['half an answer', answer(said(false).slice(0, 12)), 'unknown: '],
    [
      'a problem',
      problem(503, 'chain_lagging', { headers: { 'Retry-After': '60' } }),
      'unknown: chain_lagging',
    ],
    ['an invalid key', problem(401, 'invalid_api_key'), 'unknown: invalid_api_key'],
  ])('%s is unknown, never a no', async (_, behave, start) => {
    odd.behave(behave);
    const { status, out, err } = await ask(odd.url);
    expect({ status, isUnknown: out.startsWith(start) }, out + err).toEqual({ status: 2, isUnknown: true });
    expect(odd.requests.length).toBe(1);
  });

  test.runIf(isInstalled)('asks again when the service is busy, with every digit', async () => {
    const big = String(2n ** 256n - 1n);
    const busy = problem(429, 'rate_limited', { headers: { 'Retry-After': '1' } });
    const good = answer(
      said(true, { holders: [{ address: MIRA, balance: 0 }] }).replace('"balance":0', `"balance":${big}`),
    );
    odd.behave((request, response, count) => (count === 1 ? busy : good)(request, response, count));
    expect(await ask(odd.url)).toMatchObject({
      status: 0,
      out: `yes: at block 7 of chain 1\n  ${MIRA} ${big}\n`,
    });
    expect(odd.requests.length).toBe(2);
    expect(await ask('http://127.0.0.1:1')).toMatchObject({ status: 2 });
  });
});

describe('feed-worker', () => {
  const data = join(folder, 'feed');
  const describeAll = (rows: readonly (readonly unknown[])[]) =>
    [...new Set(rows.map((row) => row.join(' ').toLowerCase()))].toSorted();

  function readCopy(): string[] {
    const database = new DatabaseSync(join(data, 'copy.db'), { timeout: 5_000 });
    const rows = database.prepare('select id, amount from delegation').all();
    database.close();
    return describeAll(rows.map(({ id, amount }) => [id, amount]));
  }

  /** Reads the lists of every wallet that the feed has ever named. */
  async function readService(): Promise<string[]> {
    const client = createClient({ baseUrl: services.MANDATE_URL });
    const wallets = new Set<Address>();
    for (let cursor = 'start', more = true; more; ) {
      const page = await listChanges(client, { cursor, limit: 1_000 });
      for (const { from } of page.changes) wallets.add(from);
      ({ cursor, more } = page);
    }
    const lists = [...wallets].flatMap((wallet) => [1, 8453].map((chainId) => ({ wallet, chainId })));
    const rows = await Promise.all(
      lists.map(async ({ wallet, chainId }) => {
        const v2 = await listDelegations(client, { wallet, chainId });
        const v1 = chainId === 1 ? await listDelegationsV1(client, { wallet, chainId }) : { value: [] };
        return [
          ...v2.value.map(({ type, from, to, contract, tokenType, tokenId, rights, amount }) => [
            chainId,
            'v2',
            type,
            from,
            to,
            contract,
            tokenType,
            tokenId,
            rights,
            amount,
          ]),
          ...v1.value.map(({ type, vault, delegate, contract, tokenId }) => [
            chainId,
            'v1',
            type,
            vault,
            delegate,
            contract,
            null,
            tokenId,
            null,
            null,
          ]),
        ];
      }),
    );
    return describeAll(rows.flat());
  }

  /** The world changes every three seconds: they are the same between two changes. */
  const assertSame = () =>
    expect
      .poll(async () => {
        const expected = await readService();
        const copy = readCopy();
        expect(copy.length).toBeGreaterThan(300);
        return copy.join('\n') === expected.join('\n');
      })
      .toBe(true);

  test('has what the service has, after a reorg', async () => {
    await worker.find(/(undone: \w+)/);
    await assertSame();
  });

  test('continues where it was, whether it was stopped or killed', async () => {
    await worker.stop('SIGINT');
    startWorker();
    expect(Number(await worker.find(/^(\d+) delegations\. Continues after [\w.-]+\.$/))).toBeGreaterThan(300);
    await worker.find(/^(\d+ #\d+) /);
    await worker.stop('SIGKILL');
    startWorker();
    await assertSame();
    const before = readCopy().length;
    await worker.stop('SIGKILL');
    // Killed while it reads the whole history again.
    rmSync(data, { recursive: true });
    startWorker();
    await worker.find(/(, 50 in all)$/);
    await worker.stop('SIGKILL');
    expect(readCopy().length).toBeLessThan(before);
    startWorker();
    await assertSame();
  });
});
