/** Runs a program that tests need, such as Redis. It ends with us. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '../until.ts';

export type Program = Awaited<ReturnType<typeof startProgram>>;

interface Environment {
  readonly port: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Where its errors go. */
  readonly stderr?: 'ignore' | 'inherit';
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Resolves once it listens on the port. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { port, env = process.env, stderr = 'ignore' }: Environment,
) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', stderr] });
  running.add(child);
  const ended = once(child, 'exit').then(
    () => `${command} ended.`,
    (error: Error) =>
      `${command} did not start. Install it, e.g.: apt-get install ${command} (${error.message})`,
  );
  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await ended;
    running.delete(child);
  }
  const kill = () => end('SIGKILL');
  const listening = until(`${command} listens`, () => isOpen(port)).catch((error: Error) => error.message);
  const problem = await Promise.race([ended, listening]);
  if (typeof problem === 'string') {
    await kill();
    throw new Error(problem);
  }
  return {
    pid: child.pid ?? 0,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Sends SIGKILL: it says nothing to anyone. */
    kill,
    /** Sends SIGTERM, and waits until it has ended. */
    stop: () => end('SIGTERM'),
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
