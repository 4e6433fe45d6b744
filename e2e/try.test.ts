/** Runs `deploy/try.sh`, with which an operator tries the production build without Docker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildProduction } from './deploy/production-folder.ts';
import { BUILD_TIMEOUT_MS } from './shared-folder.ts';

const TIMEOUT_MS = BUILD_TIMEOUT_MS;
const STEPS = [
  'tools',
  'build',
  'postgres',
  'redis',
  'chains',
  'migrate',
  'indexer',
  'api',
  'auditor',
  'webhooks',
  'first check',
];

let folder: string;
let built: string;
let running: ChildProcess | null = null;
beforeAll(async () => {
  built = await buildProduction();
}, BUILD_TIMEOUT_MS);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandate-try-'));
  // Its parts run as another user.
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  if (running && isAnyLeft(running)) {
    signalAll(running, 'SIGTERM');
    await once(running, 'exit');
  }
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Uses its own process group, so that the test sees processes left behind. */
function startTry(environment: NodeJS.ProcessEnv = {}, ...options: string[]) {
  const child = spawn('bash', ['deploy/try.sh', ...options], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CHAINS: undefined,
      CHAINS_FILE: undefined,
      CHAIN_IDS: undefined,
      TMPDIR: folder,
      // npm would leave this cache among the temporary files.
      NODE_DISABLE_COMPILE_CACHE: '1',
      ...environment,
    },
  });
  running = child;
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (data) => {
      said += data;
    });
  }
  return { child, said: () => said };
}

const signalAll = ({ pid }: ChildProcess, signal: NodeJS.Signals | 0) => process.kill(-(pid ?? 0), signal);

function isAnyLeft(child: ChildProcess): boolean {
  try {
    return signalAll(child, 0);
  } catch {
    return false;
  }
}

test('starts, answers a first check and leaves nothing behind', { timeout: TIMEOUT_MS }, async () => {
  const { child, said } = startTry({}, '--app', built);
  const [code] = await once(child, 'close');
  expect(code, said()).toBe(0);
  for (const step of STEPS) expect(said()).toMatch(new RegExp(`^ {2}${step} +\\d+\\.\\d s`, 'm'));
  expect(said()).toMatch(/^ {2}prometheus +(\d+\.\d s {3}http\S+ reads all|is not installed)/m);
  expect(said()).toMatch(/Night Trams #4181\? true, at block \d+$/m);
  expect(said()).toMatch(/^Healthy and answering after \d+\.\d s\.$/m);
  expect(isAnyLeft(child)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test.runIf(process.env['FULL'] === '1')(
  'builds what it runs, and --keep runs until it is stopped',
  { timeout: TIMEOUT_MS },
  async () => {
    const { child, said } = startTry({}, '--keep');
    const closed = once(child, 'close');
    const url = () => /^Site and API: (\S+)$/m.exec(said())?.[1];
    while (!url() && child.exitCode === null) await delay(100);
    expect((await fetch(`${url()}/status`)).status, said()).toBe(200);
    child.kill('SIGTERM');
    expect((await closed)[0], said()).toBe(0);
    expect(isAnyLeft(child)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('chains that are not right are named, with what to do', { timeout: TIMEOUT_MS }, async () => {
  const file = join(folder, 'mine.json');
  writeFileSync(file, '{"1": {"nodes": ["ftp://nowhere"]}}');
  const { child, said } = startTry({ CHAINS_FILE: file }, '--app', built);
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said()).toContain('Failed: The migration failed');
  expect(said()).toContain('must be an http or https URL');
  expect(said()).toMatch(/migrate\.log says more/);
  expect(isAnyLeft(child)).toBe(false);
});
