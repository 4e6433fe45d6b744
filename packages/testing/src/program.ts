/** Runs a program that tests need, such as Redis. It ends with us. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from './until.ts';

/** Resolves once it listens on the port. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { port, env = process.env }: { readonly port: number; readonly env?: NodeJS.ProcessEnv },
) {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  const killWithUs = () => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = once(child, 'exit').then(
    () => `${command} ended.`,
    (error: Error) =>
      `${command} did not start. Install it, e.g.: apt-get install ${command} (${error.message})`,
  );
  /** Sends SIGKILL: it says nothing to anyone. */
  async function kill(): Promise<void> {
    killWithUs();
    await ended;
    process.off('exit', killWithUs);
  }
  const listening = until(`${command} listens`, () => isOpen(port)).catch((error: Error) => error.message);
  const problem = await Promise.race([ended, listening]);
  if (typeof problem === 'string') {
    await kill();
    throw new Error(problem);
  }
  return { signal: (signal: NodeJS.Signals) => void child.kill(signal), kill };
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
