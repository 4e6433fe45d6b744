/** A PostgreSQL of our own, which may be stopped without stopping anybody else's. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root: then it runs as its own user. */
const ITS_USER = 'postgres';

export interface Postgres {
  readonly url: string;
  start(): Promise<void>;
  /** At once, as if it had crashed: connections break, and nothing is tidied up. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const binaries = findBinaries();
  const asRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), 'mandate-postgres-'));
  if (asRoot) chownSync(folder, readId('-u'), readId('-g'));
  const data = join(folder, 'data');
  const port = await findFreePort();

  function commandOf(name: string, args: readonly string[]): [string, string[]] {
    const own = [join(binaries, name), ...args] as const;
    return asRoot ? ['runuser', ['-u', ITS_USER, '--', ...own]] : [own[0], own.slice(1)];
  }
  const run = (name: string, ...args: string[]) =>
    promisify(execFile)(...commandOf(name, args), { cwd: folder });
  // The server inherits its log from `pg_ctl`: without `-l` we would wait for the server to end.
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  const serverOptions = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
  const startArgs = ['-D', data, '-l', join(folder, 'log'), '-o', serverOptions, '-w', 'start'];
  const stopArgs = ['-D', data, '-m', 'immediate', '-w', 'stop'];
  let runs = false;

  const stopWithUs = () => {
    if (runs) execFileSync(...commandOf('pg_ctl', stopArgs), { cwd: folder, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stopWithUs);

  async function start(): Promise<void> {
    await run('pg_ctl', ...startArgs);
    runs = true;
  }
  async function stop(): Promise<void> {
    await run('pg_ctl', ...stopArgs);
    runs = false;
  }

  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async remove() {
      process.off('exit', stopWithUs);
      if (runs) await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readId(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, ITS_USER], { encoding: 'utf8' }));
}

function findBinaries(): string {
  const folders = [...askPgConfig(), ...listDebianFolders()];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (!found)
    throw new Error('There is no initdb. Install the PostgreSQL server, as in: apt install postgresql');
  return found;
}

function askPgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()];
  } catch {
    return [];
  }
}

/** The newest version first. */
function listDebianFolders(): string[] {
  if (!existsSync(DEBIAN_FOLDER)) return [];
  const versions = readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
