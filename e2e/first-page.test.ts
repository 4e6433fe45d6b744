/**
 * Follows the README and the quickstart as a new user does: from an empty folder to the first right answer in a React
 * page. Counts the seconds. Our packages come from a registry of our own, everything else is as printed. With FULL=1
 * also from a fresh clone, with its `npm ci` and `npm run dev`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDev, stopDevs, waitFor, waitForTable } from './dev-process.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { createWorkshop, INSTALL_MS, must } from './packed-project.ts';
import { readPage } from './printed-blocks.ts';

const MAX_SECONDS = 120;
const PAGE_TIMEOUT_MS = 60_000;
const ROOT = join(import.meta.dirname, '..');
const CHROMIUM = process.env['CHROMIUM'] || '/usr/bin/chromium';

const workshop = createWorkshop();
const running: ChildProcess[] = [];
let registry: LocalRegistry;
beforeAll(async () => {
  registry = await startLocalRegistry(
    workshop.folder,
    await workshop.packForRelease('https://github.com/example/mandate', ['sdk', 'cli', 'react']),
  );
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
  mkdirSync(folder);
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
    lines,
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

test('from an empty folder to the first right answer in a React page', {
  timeout: 2 * INSTALL_MS,
}, async () => {
  const get = await waitForTable(startDev());
  const { install, page, all } = await follow('empty', get('API'));
  const parts = `${install.toFixed(1)} s for the commands, ${page.toFixed(1)} s for the page`;
  say(`first page, beside a running service: ${all.toFixed(1)} s (${parts}), limit ${MAX_SECONDS} s`);
  expect(all).toBeLessThan(MAX_SECONDS);
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
    const get = await waitForTable(startDev({ cwd: clone }));
    const answering = performance.now();
    const { all: page } = await follow('whole', get('API'));
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
