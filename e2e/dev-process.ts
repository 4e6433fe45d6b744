/** Starts `npm run dev` as a person does, on free ports, and reads its screen. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@mandate/store';
import { until } from '@mandate/testing/until';

/** Only what never comes gets to it. */
export const START_MS = 150_000;
const END_MS = 50_000;
export const LAST_LINE = /^A delegation changes/;

export interface Dev {
  readonly dev: ChildProcess;
  readonly lines: readonly string[];
}

export interface DevOptions {
  readonly environment?: Record<string, string>;
  readonly options?: readonly string[];
  /** Another clone of the repository. */
  readonly cwd?: string;
}

const FREE_PORTS = { API_PORT: '0', ETHEREUM_PORT: '0', BASE_PORT: '0' };
const running: ChildProcess[] = [];

/** Uses its own process group, as a shell does, so that Ctrl-C reaches it as in a terminal. */
export function spawnDev(
  { environment = {}, options = [], cwd = '.' }: DevOptions,
  stdio: StdioOptions = 'pipe',
): ChildProcess {
  return spawn('npm', ['run', '--silent', 'dev', '--', ...options], {
    cwd,
    detached: true,
    stdio,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...FREE_PORTS, ...environment },
  });
}

export function startDev(options: DevOptions = {}): Dev {
  const dev = spawnDev(options);
  running.push(dev);
  const lines: string[] = [];
  for (const output of [dev.stdout, dev.stderr]) {
    if (output) createInterface(output).on('line', (line) => lines.push(line));
  }
  return { dev, lines };
}

/** Stops all that this file started. */
export async function stopDevs(): Promise<void> {
  for (const dev of running.splice(0)) {
    if (dev.exitCode !== null || dev.signalCode !== null) continue;
    signalAll(dev, 'SIGTERM');
    // Waits for a clean end, because killing it would leave the database behind.
    await once(dev, 'exit', { signal: AbortSignal.timeout(END_MS) }).catch(() => {});
  }
}

const signalAll = (dev: ChildProcess, signal: NodeJS.Signals | 0) => process.kill(-(dev.pid ?? 0), signal);

function isAnyLeft(dev: ChildProcess): boolean {
  try {
    return signalAll(dev, 0);
  } catch {
    return false;
  }
}

/** Presses Ctrl-C. All processes end by themselves. */
export async function stopDev({ dev, lines }: Dev): Promise<void> {
  signalAll(dev, 'SIGINT');
  await until('npm run dev has ended', () => dev.exitCode !== null || dev.signalCode !== null);
  if (dev.exitCode !== 0 || isAnyLeft(dev))
    throw new Error(`It left processes or failed:\n${lines.join('\n')}`);
}

export async function exists(databaseUrl: string): Promise<boolean> {
  const database = connect({ url: databaseUrl, maxConnections: 1 });
  try {
    await database.query('select 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    return false;
  } finally {
    await database.end();
  }
}

export async function waitFor<T>(
  find: () => T | undefined,
  timeoutMs: number,
  screen: Pick<Dev, 'lines'>,
): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(50)) {
    const found = find();
    if (found !== undefined) return found;
  }
  throw new Error(`Not within ${timeoutMs} ms. It said:\n${screen.lines.join('\n')}`);
}

/** Waits until everything runs. Returns a function that reads the table of URLs. */
export async function waitForTable(screen: Pick<Dev, 'lines'>): Promise<(name: string) => string> {
  await waitFor(() => screen.lines.find((line) => LAST_LINE.test(line)), START_MS, screen);
  const { lines } = screen;
  const cells = lines.map((line) => /^ *│ (.+?) +│ (\S+) +│$/.exec(line));
  const table = new Map(cells.flatMap((row) => (row?.[1] && row[2] ? [[row[1], row[2]] as const] : [])));
  return (name) => {
    const value = table.get(name);
    if (value === undefined) throw new Error(`The table has no ${name}:\n${lines.join('\n')}`);
    return value;
  };
}
