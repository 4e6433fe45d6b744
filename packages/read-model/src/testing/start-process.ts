import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Sample } from './followed-ledger.ts';

const running = new Set<ChildProcess>();

/** Resolves when the process has started. */
async function start(name: string, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args);
  running.add(child);
  child.once('exit', () => running.delete(child));
  await once(child, 'message');
  return child;
}

/** Kills processes that a failed test has left. */
export async function killProcesses(): Promise<void> {
  await Promise.all([...running].map(kill));
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Starts a process that reads until it is stopped. */
export async function startReader(dir: string, chainIds: readonly number[]) {
  const child = await start('reader-process.ts', [dir, ...chainIds.map(String)]);
  return {
    /** Returns the answers since the start. */
    async stop(): Promise<Sample[]> {
      const told = once(child, 'message');
      const exited = once(child, 'exit');
      child.send('stop');
      const [samples] = (await told) as [Sample[]];
      await exited;
      return samples;
    },
  };
}

/** Starts a process that follows until it is killed. */
export async function startFollower(dir: string, databaseUrl: string, chainIds: readonly number[]) {
  const child = await start('follower-process.ts', [dir, databaseUrl, ...chainIds.map(String)]);
  return { kill: () => kill(child) };
}
