/** A server as a process of its own, and what it takes of the machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '@mandate/testing/find-free-port';
import { atExit } from './at-exit.ts';
import { pinned } from './cores.ts';

const START_TIMEOUT_MS = 30_000;
/** The state of a socket in /proc/net/tcp. */
const LISTENING = '0A';

export interface Child {
  readonly url: string;
  /** The address of `/ready` and `/metrics`, if the server has them. */
  readonly adminUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Node's flags. */
  readonly flags?: readonly string[];
  /** Null leaves it to the kernel. */
  readonly cores?: readonly number[] | null;
}

/** Starts processes that share a port: the kernel divides the connections among them. */
export async function startChildren(
  count: number,
  start: (env: NodeJS.ProcessEnv) => Promise<Child>,
): Promise<Child[]> {
  if (count === 1) return [await start({})];
  const [port] = await findFreePorts(1);
  const env = { API_REUSE_PORT: 'on', API_PORT: String(port) };
  const children: Child[] = [];
  while (children.length < count) children.push(await start(env));
  return children;
}

/**
 * Starts a process that listens on `API_PORT` and `API_ADMIN_PORT`. Its log is written but not read, because
 * a reader would use processor time.
 */
export async function startChild(
  file: string,
  { env = {}, flags = [], cores = null }: ChildOptions = {},
): Promise<Child> {
  const [freePort = 0, adminPort = 0] = await findFreePorts(2);
  const port = Number(env['API_PORT'] ?? freePort);
  const before = countListeners(port);
  const { program, args } = pinned(cores, process.execPath, [...flags, file]);
  const child = spawn(program, args, {
    env: { ...process.env, ...env, API_PORT: String(port), API_ADMIN_PORT: String(adminPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const forget = atExit(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}.`);
  });
  ended.catch(() => {});
  await Promise.race([ended, listening(port, before)]);
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    pid: child.pid ?? 0,
    async stop() {
      forget();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Waits for one more to listen at the port, at which others may listen already. */
async function listening(port: number, before: number): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(20)) {
    if (before > 0 && countListeners(port) <= before) continue;
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`Nothing listened on port ${port} for ${START_TIMEOUT_MS / 1000} s.`);
}

/** Counts the listeners on Linux. Returns 0 elsewhere, where processes cannot share a port. */
function countListeners(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = ['tcp', 'tcp6'].flatMap((name) => (readIfThere(`/proc/net/${name}`) ?? '').split('\n'));
  return sockets
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(local) && state === LISTENING).length;
}

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Sums all threads, user and kernel time. Returns 0 if the process has ended. */
export function readCpuSeconds(pid: number): number {
  // The second field is the name in brackets, which may contain anything.
  const fields = readIfThere(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND : 0;
}

/** Returns the processor time of all processes, and the time that the hypervisor took. */
export function readMachineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = (
    readIfThere('/proc/stat') ?? ''
  )
    .split('\n', 1)
    .join('')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) / TICKS_PER_SECOND;
}

export interface Memory {
  readonly residentMb: number;
  /** Memory of its own. */
  readonly anonymousMb: number;
  /**
   * Memory of mapped files, such as the read model's: the kernel can reclaim it, and all processes share it.
   */
  readonly mappedMb: number;
}

/** Counts mapped memory once, for the process with the most: the others share it. */
export function readMemory(pids: readonly number[]): Memory {
  const each = pids.map((pid) => {
    const status = readIfThere(`/proc/${pid}/status`) ?? '';
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
    return { anonymous: read('RssAnon'), mapped: read('RssFile') + read('RssShmem') };
  });
  const anonymousMb = Math.round(each.reduce((sum, { anonymous }) => sum + anonymous, 0));
  const mappedMb = Math.round(Math.max(0, ...each.map(({ mapped }) => mapped)));
  return { residentMb: anonymousMb + mappedMb, anonymousMb, mappedMb };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
