/** A server as a process of its own, and what it and its children take of the machine. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts } from '@mandate/testing/find-free-port';
import { atExit } from './at-exit.ts';
import { pinned } from './cores.ts';

const START_TIMEOUT_MS = 30_000;

export interface Child {
  readonly url: string;
  /** The address of `/ready` and `/metrics`, of those that have them. */
  readonly adminUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Of Node. */
  readonly flags?: readonly string[];
  /** Null: wherever the kernel puts it. */
  readonly cores?: readonly number[] | null;
}

/**
 * It listens where `API_PORT` and `API_ADMIN_PORT` say. Its log is written and not read: a reader would take its share of the
 * machine.
 */
export async function startChild(
  file: string,
  { env = {}, flags = [], cores = null }: ChildOptions = {},
): Promise<Child> {
  const [port = 0, adminPort = 0] = await findFreePorts(2);
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
  await Promise.race([ended, listening(port)]);
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

async function listening(port: number): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(20)) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`Nobody listened on port ${port} for ${START_TIMEOUT_MS / 1000} s.`);
}

/** A process and all that it started. */
export function listTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (readIfThere(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listTree)];
}

/** Linux counts the time of a process in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100;

/** In all its threads, in user and kernel. Zero where it has ended. */
export function readCpuSeconds(pid: number): number {
  // Its name comes second, in brackets, and may have anything in it.
  const fields = readIfThere(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND : 0;
}

/** What all processes of the machine took, and what the machine under it kept from them. */
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
  /** Of its own. */
  readonly anonymousMb: number;
  /** Of files that are mapped, such as the read model's: the kernel's to take back, and the same for all processes. */
  readonly mappedMb: number;
}

/** What is mapped is counted once, for the process that has most of it: the others share it. */
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
