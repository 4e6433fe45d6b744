/** Runs commands to their end. Asynchronous, because the service may run in this process. */
import { spawn } from 'node:child_process';

const TIMEOUT_MS = 150_000;

export interface Run {
  readonly cwd?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
  readonly timeoutMs?: number;
}

export function run(
  command: string,
  args: readonly string[],
  { cwd, environment, timeoutMs = TIMEOUT_MS }: Run = {},
) {
  return new Promise<{ status: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...environment }, timeout: timeoutMs });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out, err }));
  });
}

/** Returns the output. Throws if the command fails. */
export async function must(command: string, args: readonly string[], options?: Run): Promise<string> {
  const { status, out, err } = await run(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${out}${err}`);
  return out;
}
