/**
 * Bundles the services into `apps/<name>/dist`, or into the same folders below another one: `node deploy/bundle.ts
 * [out-dir]`. A service loads some 1,500 modules; as a bundle it starts with about half of the processor time. Tests run
 * the bundles, as the image does.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const ENTRIES = {
  api: { main: 'main.ts', keys: 'account/command/main.ts' },
  indexer: { main: 'main.ts' },
  auditor: { main: 'main.ts' },
  webhooks: { main: 'main.ts' },
} as const;
/** Libraries of many small modules. The others are loaded as they are: some are CommonJS, some are native. */
export const BUNDLED =
  /^(@adraffy\/ens-normalize|@mandate|@noble|@ponder\/utils|abitype|eventemitter3|hyparquet|hyparquet-writer|ox|viem|zod)(\/|$)/;

export async function bundleServices(out = ROOT): Promise<void> {
  await Promise.all(
    Object.entries(ENTRIES).map(([app, entries]) => bundle(app, entries, join(out, 'apps', app, 'dist'))),
  );
}

async function bundle(app: string, entries: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const input = Object.entries(entries).map(([name, file]) => [name, join(ROOT, 'apps', app, 'src', file)]);
  const built = await rolldown({
    input: Object.fromEntries(input),
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !BUNDLED.test(id),
  });
  const { output } = await built.generate({ format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await built.close();
  mkdirSync(folder, { recursive: true });
  // An entry is written last and replaced at once: a process that starts meanwhile loads one whole bundle.
  for (const file of output.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    const path = join(folder, file.fileName);
    writeFileSync(`${path}.${process.pid}`, file.type === 'chunk' ? file.code : file.source);
    renameSync(`${path}.${process.pid}`, path);
  }
}

const isEntry = (file: { readonly type: string; readonly isEntry?: boolean }) => file.isEntry === true;

/** Vitest calls this before the first test of a project that starts services. */
export async function setup(): Promise<void> {
  await bundleServices();
  process.env['SERVICES_BUNDLED'] = 'yes';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , out = ROOT] = process.argv;
  await bundleServices(resolve(out));
  process.stdout.write(
    `Bundled ${Object.keys(ENTRIES).join(', ')} into ${relative('', join(out, 'apps')) || '.'}/*/dist.\n`,
  );
}
