/**
 * Runs every documented install command, as printed, in an empty folder beside a clone. A registry of our own has our
 * packages once `docs/packages.json` says that they are published; until then it has none, and nobody may ask it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGES, PUBLISHED } from '../../deploy/pack.ts';
import { listPages, readText } from '../docs/printed-blocks.ts';
import { must } from '../run-command.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { createWorkshop, INSTALL_MS, layPacks, packForRelease } from './packed-project.ts';

const COMMAND = PUBLISHED
  ? /\bnpm install [^`\n#|&]*@mandate\/[^`\n#|&]*/g
  : /\bnpm install [^`\n#|&]*\/mandate\/packs\/[^`\n#|&]*/g;
const has = (command: string, name: string) =>
  command.includes(PUBLISHED ? `@mandate/${name}` : `/packs/${name}.tgz`);
/** Later versions ask for packages that do not exist, see CONTRIBUTING.md. */
const PINS: Readonly<Record<string, string>> = { viem: 'viem@2.57.1', wagmi: 'wagmi@3.7.7' };

const commands = [
  ...new Set(
    listPages().flatMap((page) => [...readText(page).matchAll(COMMAND)].map(([command]) => command.trim())),
  ),
];
const workshop = createWorkshop();
let registry: LocalRegistry;
let entries: string[];

beforeAll(async () => {
  const packed = await packForRelease();
  registry = await startLocalRegistry(workshop.folder, PUBLISHED ? packed : []);
  layPacks(workshop.folder, packed);
  entries = packed.flatMap(({ manifest }) =>
    Object.keys(manifest.exports).map((path) => join(manifest.name, path)),
  );
}, INSTALL_MS);
afterAll(async () => {
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
  for (const name of PACKAGES) expect(commands.some((command) => has(command, name))).toBe(true);
});

test.each(commands)('%s', async (command) => {
  const project = createFolder(command);
  const pinned = command.replaceAll(/(?<= )(?:viem|wagmi)(?= |$)/g, (name) => PINS[name] ?? name);
  await must('sh', ['-c', pinned], project);
  if (has(command, 'cli')) {
    const mandate = join(project.cwd, command.includes('-g') ? 'global/bin' : 'node_modules/.bin', 'mandate');
    expect(await must(mandate, ['--version'], project)).toMatch(/^\d+\.\d+\.\d+\n$/);
    return;
  }
  // Installed packages can be imported. Entries that need wagmi or viem can, if the command names them.
  const needs = (entry: string) => /\/(?:wagmi|delegate)$/.test(entry);
  const installed = entries.filter(
    (entry) => has(command, entry.split('/')[1] ?? '') && (!needs(entry) || /wagmi|viem/.test(command)),
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
