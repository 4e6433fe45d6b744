/** Starts PostgreSQL servers that a test may stop and promote without affecting other servers. */

import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '@mandate/core';
import { findFreePort } from './find-free-port.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** An older version lacks parts of PostgreSQL that we use. */
const MIN_VERSION = 15;
/** PostgreSQL refuses to run as root, so the server then runs as the first of these users that exists. */
const ITS_USERS = ['postgres', 'nobody'];

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Joins the URLs of several servers into one, in libpq's notation. */
export function joinUrls(...servers: readonly { readonly url: string }[]): string {
  const [first = '', ...others] = servers.map(({ url }) => url);
  const hosts = others.map((url) => `,${new URL(url).host}`).join('');
  return first.replace(new URL(first).host, (host) => host + hosts);
}

/** Starts a server. By default, its data need not survive a crash of the machine. */
export async function startPostgres({ settings = ['fsync=off'], binaries = getBinaries() } = {}) {
  const user = process.getuid?.() === 0 ? findItsUser() : null;
  const folder = mkdtempSync(join(tmpdir(), 'mandate-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  // Its home is not that of root, which it may not read.
  const asUser = { cwd: folder, ...(user && { ...user, env: { ...process.env, HOME: folder } }) };
  const data = join(folder, 'data');
  const port = await findFreePort();

  const run = (name: string, ...args: string[]) => promisify(execFile)(join(binaries, name), args, asUser);
  // The server inherits its log from `pg_ctl`: without `-l` we would wait for the server to end.
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings];
  const serverOptions = [`-p ${port}`, ...all.map((setting) => `-c ${setting}`)].join(' ');
  const startArgs = ['-D', data, '-l', join(folder, 'log'), '-o', serverOptions, '-w', 'start'];
  const stopArgs = ['-D', data, '-m', 'immediate', '-w', 'stop'];
  let runs = false;

  const stopWithUs = () => {
    if (runs) signal('SIGCONT');
    if (runs) execFileSync(join(binaries, 'pg_ctl'), stopArgs, { ...asUser, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stopWithUs);

  async function start(): Promise<void> {
    await run('pg_ctl', ...startArgs);
    runs = true;
  }
  async function stop(): Promise<void> {
    signal('SIGCONT');
    await run('pg_ctl', ...stopArgs);
    runs = false;
  }
  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    const [postmaster = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    for (const id of [postmaster, ...children.split(' ')]) if (id) sendSignal(Number(id), name);
  }

  // A plain container has none of the locales that its environment may name.
  const everywhere = ['-E', 'UTF8', '--locale=C'];
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...everywhere);
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** Stops at once, like a crash: connections break, and nothing is cleaned up. */
    stop,
    /** Pauses all processes of the server: connections stay open, but get no answers. */
    hang: () => signal('SIGSTOP'),
    /** Resumes the processes. */
    goOn: () => signal('SIGCONT'),
    /** Makes this a streaming standby of another server, with a new copy of its data. */
    async follow(primary: { readonly url: string }) {
      if (runs) await stop();
      rmSync(data, { recursive: true, force: true });
      const options = '-R -X stream -c fast --no-sync'.split(' ');
      await run('pg_basebackup', '-D', data, '-d', primary.url, ...options);
      await start();
    },
    /** Starts again with the data of a base backup. */
    async startFrom(backup: string) {
      rmSync(data, { recursive: true, force: true });
      cpSync(backup, data, { recursive: true });
      chmodSync(data, 0o700);
      if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
      await start();
    },
    /** Makes this a primary. */
    async promote() {
      await run('pg_ctl', '-D', data, '-w', 'promote');
    },
    async remove() {
      process.off('exit', stopWithUs);
      if (runs) await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process of a connection may have just ended. */
function sendSignal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch (error) {
    if (!(codeOf(error) === 'ESRCH')) throw error;
  }
}

function findItsUser(): { readonly uid: number; readonly gid: number } {
  for (const name of ITS_USERS) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(ask('id', which, name) ?? Number.NaN));
    if (uid && gid) return { uid, gid };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and there is no user ${ITS_USERS.join(' or ')}. Create one, or use another user.`,
  );
}

function getBinaries(): string {
  const found = findBinaries();
  if (!found)
    throw new Error(
      `No PostgreSQL ${MIN_VERSION} or newer was found. Install its server, e.g.: apt install postgresql`,
    );
  return found;
}

/** Returns the folder of the installed programs. `null` if there are none, or only older ones. */
export function findBinaries(): string | null {
  const folders = [ask('pg_config', '--bindir') ?? '', ...listDebianFolders()];
  return folders.find((folder) => folder && readVersion(folder) >= MIN_VERSION) ?? null;
}

/** Returns 0 if the folder has no `initdb`. */
function readVersion(folder: string): number {
  return Number.parseInt(/\d+/.exec(ask(join(folder, 'initdb'), '--version') ?? '')?.[0] ?? '0', 10);
}

/** Returns what a program prints. `null` if it does not exist or fails. */
function ask(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** Lists the newest version first. */
function listDebianFolders(): string[] {
  if (!existsSync(DEBIAN_FOLDER)) return [];
  const versions = readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
}
