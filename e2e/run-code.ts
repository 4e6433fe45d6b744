/** Runs copied code as a user does. Asynchronous, because the service may run in this process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 20_000;

async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { timeout: TIMEOUT_MS });
  return stdout.trim();
}

export const runCode = {
  curl: (code: string) => run('sh', ['-c', code]),
  TypeScript: (code: string) =>
    run(process.execPath, ['--conditions=source', '--input-type=module-typescript', '--eval', code]),
  Python: (code: string) => run('python3', ['-c', code]),
};
