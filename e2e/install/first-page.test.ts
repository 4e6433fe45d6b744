/**
 * Follows the README and the quickstart as a new user does: runs `npm run dev`, tries the examples on the screen, gets
 * from the folder of the clone to the first right answer in a React page, and presses Ctrl-C. Prints the seconds. Our packages
 * come from `packs` of the clone, and nobody may ask a registry for them. With FULL=1 also from a fresh clone, with its `npm ci`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLISHED } from '../../deploy/pack.ts';
import { type Dev, exists, startDev, stopDev, stopDevs, waitFor, waitForTable } from '../dev-process.ts';
import { readPage } from '../docs/printed-blocks.ts';
import { must } from '../run-command.ts';
import { type LocalRegistry, type PackedPackage, startLocalRegistry } from './local-registry.ts';
import { createWorkshop, INSTALL_MS, layPacks, packForRelease } from './packed-project.ts';

const MAX_SECONDS = 120;
const PAGE_TIMEOUT_MS = 60_000;
/** Ten times as long as news take. */
const NEWS_MS = 30_000;
const ROOT = join(import.meta.dirname, '../..');
const CHROMIUM = process.env['CHROMIUM'] || '/usr/bin/chromium';

const workshop = createWorkshop();
const running: ChildProcess[] = [];
let registry: LocalRegistry;
let packed: PackedPackage[];
let started: Dev;
let get: (name: string) => string;
beforeAll(async () => {
  packed = await packForRelease();
  registry = await startLocalRegistry(workshop.folder, PUBLISHED ? packed : []);
  started = startDev();
  get = await waitForTable(started);
}, INSTALL_MS);
afterAll(async () => {
  for (const { pid } of running) process.kill(-(pid ?? 0), 'SIGTERM');
  await stopDevs();
  await registry?.close();
  workshop.remove();
});

/** The commands before the page is written, and the page. */
function readSteps(page: string) {
  const blocks = readPage(page);
  const commands = blocks.find(({ code }) => code.startsWith('npm create '))?.code;
  const app = blocks.find(
    ({ language, code }) => language === 'tsx' && code.includes('MandateProvider'),
  )?.code;
  return { commands: commands ?? expect.fail(`${page} has no commands.`), app };
}

function startPage(cwd: string): { readonly lines: string[] } {
  const page = spawn('npm', ['run', 'dev'], {
    cwd,
    detached: true,
    env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1' },
  });
  running.push(page);
  const lines: string[] = [];
  for (const output of [page.stdout, page.stderr])
    createInterface(output).on('line', (line) => lines.push(line));
  return { lines };
}

/** Returns the seconds of each step. */
async function follow(name: string, api: string) {
  const { commands, app } = readSteps('docs/quickstart.md');
  const folder = join(workshop.folder, name);
  layPacks(folder, packed);
  const began = performance.now();
  await must('sh', ['-ec', `unset NODE_ENV\n${commands}`], {
    cwd: folder,
    environment: registry.environment,
    timeoutMs: INSTALL_MS,
  });
  const installed = performance.now();
  const project = join(folder, 'first-page');
  writeFileSync(join(project, 'src/App.tsx'), (app ?? '').replaceAll('http://localhost:8080', api));
  const { lines } = startPage(project);
  const url = await waitFor(
    () => lines.map((line) => /Local: +(http:\S+)/.exec(line)?.[1]).find(Boolean),
    PAGE_TIMEOUT_MS,
    { lines },
  );
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('heading', { name: /^Yes, at block \d+\.$/ }).waitFor({ timeout: PAGE_TIMEOUT_MS });
  } finally {
    await browser.close();
  }
  const ended = performance.now();
  // A page that does not compile as TypeScript would work, but not be built.
  await must('npm', ['run', 'build'], { cwd: project });
  return { install: seconds(began, installed), page: seconds(installed, ended), all: seconds(began, ended) };
}

const seconds = (from: number, to = performance.now()) => (to - from) / 1_000;
const say = (text: string) => process.stdout.write(`${text}\n`);

test('the README and the quickstart have the same commands', () => {
  expect(readSteps('README.md').commands).toBe(readSteps('docs/quickstart.md').commands);
});

const listNodes = () => [get('Ethereum node'), get('Base node')];

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

const answers = (url: string) =>
  fetch(url, { method: 'POST' }).then(
    () => true,
    () => false,
  );

test('everything on the screen works', async () => {
  const { lines } = started;
  for (const page of ['Site', 'Documentation', 'OpenAPI', 'Status', 'Networks', 'Metrics']) {
    const response = await fetch(get(page));
    expect(response.status, page).toBe(200);
    await response.text();
  }
  expect(lines.some((line) => line.startsWith('Limits are on: 25 requests in 10 seconds'))).toBe(true);
  expect(await Promise.all(listNodes().map(answers))).toEqual([true, true]);
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
  await waitFor(() => lines.filter(isNews)[seen], NEWS_MS, started);
  const after = await blocks();
  expect(before.every((number) => number > 0)).toBe(true);
  expect(Math.max(...after.map((number, i) => number - (before[i] ?? 0)))).toBeGreaterThan(0);
  await assertPromises();
});

test('from an empty folder to the first right answer in a React page', {
  timeout: 2 * INSTALL_MS,
}, async () => {
  const { install, page, all } = await follow('empty', get('API'));
  const parts = `${install.toFixed(1)} s for the commands, ${page.toFixed(1)} s for the page`;
  say(`first page, beside a running service: ${all.toFixed(1)} s (${parts})`);
});

test('Ctrl-C leaves nothing behind', async () => {
  await stopDev(started);
  expect(await Promise.all([get('API'), ...listNodes()].map(answers))).toEqual([false, false, false]);
  expect(await exists(get('Database'))).toBe(false);
});

test.runIf(process.env['FULL'] === '1')(
  'the same from nothing at all: clone, npm ci, npm run dev, page',
  { timeout: 3 * INSTALL_MS },
  async () => {
    const clone = join(workshop.folder, 'clone');
    const began = performance.now();
    await must('git', ['clone', '--quiet', ROOT, clone], { cwd: workshop.folder });
    const cloned = performance.now();
    await must('npm', ['ci'], { cwd: clone, timeoutMs: INSTALL_MS });
    const installed = performance.now();
    const getOfClone = await waitForTable(startDev({ cwd: clone }));
    const answering = performance.now();
    const { all: page } = await follow('whole', getOfClone('API'));
    const all = seconds(began, answering) + page;
    const parts = [
      `clone ${seconds(began, cloned).toFixed(1)} s`,
      `npm ci ${seconds(cloned, installed).toFixed(1)} s`,
      `npm run dev ${seconds(installed, answering).toFixed(1)} s`,
      `page ${page.toFixed(1)} s`,
    ];
    say(`first page, from nothing: ${all.toFixed(1)} s (${parts.join(', ')}), limit ${MAX_SECONDS} s`);
    expect(all).toBeLessThan(MAX_SECONDS);
  },
);
