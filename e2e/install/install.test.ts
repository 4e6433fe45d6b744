/** Runs every documented install command, as printed, in an empty folder. Our packages come from a registry of our own. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { startExampleService } from '@mandate/testing/service/example-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPages, readText } from '../docs/printed-blocks.ts';
import { must, run } from '../run-command.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { createWorkshop, INSTALL_MS, PUBLISHED, packForRelease } from './packed-project.ts';

const COMMAND = /\bnpm install [^`\n#|&]*@mandate\/[^`\n#|&]*/g;
/** Later versions ask for packages that do not exist, see CONTRIBUTING.md. */
const PINS: Readonly<Record<string, string>> = { viem: 'viem@2.57.1', wagmi: 'wagmi@3.7.7' };

const DOWNLOADS = join(process.env['npm_config_cache'] ?? join(homedir(), '.npm'), '_cacache');

const commands = [
  ...new Set(
    listPages().flatMap((page) => [...readText(page).matchAll(COMMAND)].map(([command]) => command.trim())),
  ),
];
const workshop = createWorkshop();
let registry: LocalRegistry;
let service: Awaited<ReturnType<typeof startExampleService>>;
let entries: string[];

beforeAll(async () => {
  const packed = await packForRelease();
  registry = await startLocalRegistry(workshop.folder, packed);
  service = await startExampleService();
  entries = packed.flatMap(({ manifest }) =>
    Object.keys(manifest.exports).map((path) => join(manifest.name, path)),
  );
}, INSTALL_MS);
afterAll(async () => {
  await service?.close();
  await registry?.close();
  workshop.remove();
});

function createFolder(name: string) {
  const cwd = join(workshop.folder, name.replaceAll(/\W+/g, '-'));
  mkdirSync(join(cwd, 'global/lib'), { recursive: true });
  const environment = { ...registry.environment, npm_config_prefix: join(cwd, 'global') };
  return { cwd, environment, timeoutMs: INSTALL_MS };
}

test('each package has a documented command', () => {
  for (const name of PUBLISHED) expect(commands.join('\n')).toMatch(new RegExp(`@mandate/${name}\\b`));
});

test.each(commands)('%s', async (command) => {
  const project = createFolder(command);
  const pinned = command.replaceAll(/(?<= )(?:viem|wagmi)(?= |$)/g, (name) => PINS[name] ?? name);
  await must('sh', ['-c', pinned], project);
  if (command.includes('@mandate/cli')) {
    const mandate = join(project.cwd, command.includes('-g') ? 'global/bin' : 'node_modules/.bin', 'mandate');
    expect(await must(mandate, ['--version'], project)).toMatch(/^\d+\.\d+\.\d+\n$/);
    return;
  }
  // Installed packages can be imported. Entries that need wagmi or viem can, if the command names them.
  const needs = (entry: string) => /\/(?:wagmi|delegate)$/.test(entry);
  const installed = entries.filter(
    (entry) =>
      command.includes(entry.split('/').slice(0, 2).join('/')) &&
      (!needs(entry) || /wagmi|viem/.test(command)),
  );
  expect(installed.length).toBeGreaterThan(0);
  const imports = installed.map((entry) => `await import('${entry}')`).join(', ');
  writeFileSync(
    join(project.cwd, 'all.mjs'),
    `for (const part of [${imports}]) console.log(Object.keys(part).length > 0);`,
  );
  const said = await must(process.execPath, ['all.mjs'], project);
  expect(said).toBe('true\n'.repeat(installed.length));
});

test('npx @mandate/cli runs without an install', async () => {
  const project = createFolder('npx');
  // A cache of its own, with the usual downloads: npx keeps what it has run before.
  const cache = join(project.cwd, 'cache');
  for (const folder of [cache, DOWNLOADS]) mkdirSync(folder, { recursive: true });
  symlinkSync(DOWNLOADS, join(cache, '_cacache'));
  const hot = '0x0000000000000000000000000000000000000407';
  const cold = '0x00000000000000000000000000000000000c01d0';
  const of = `--from ${cold} --contract 0xC011eC7100000000000000000000000000000001 --token 7`;
  const { status, out, err } = await run(
    'sh',
    ['-c', `npx --yes @mandate/cli check erc721 --to ${hot} ${of} --json`],
    {
      ...project,
      environment: { ...project.environment, npm_config_cache: cache, MANDATE_URL: service.url },
    },
  );
  expect(status, err).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ value: true });
});
