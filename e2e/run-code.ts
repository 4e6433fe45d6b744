/** Runs copied code as a user does. Asynchronous, because the service may run in this process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const TIMEOUT_MS = 150_000;

interface RunOptions {
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, environment }: RunOptions = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    timeout: TIMEOUT_MS,
    ...(cwd ? { cwd } : {}),
    env: { ...process.env, ...environment },
  });
  return stdout.trim();
}

export const runCode = {
  curl: (code: string) => runCommand('sh', ['-c', code]),
  TypeScript: (code: string) =>
    runCommand(process.execPath, ['--conditions=source', '--input-type=module-typescript', '--eval', code]),
  Python: (code: string) => runCommand('python3', ['-c', code]),
};

export interface Ran {
  readonly said: string;
  /** Null: it ended without an error. */
  readonly failure: string | null;
}

interface ModulesOptions {
  readonly node?: string;
  readonly options?: readonly string[];
  readonly cwd: string;
}

const RUN_ALL = `
import { format } from 'node:util';
const ran = [];
for (const file of process.argv.slice(1)) {
  const lines = [];
  console.log = (...values) => lines.push(format(...values));
  const failure = await import(file).then(() => null, (error) => String(error?.stack ?? error));
  ran.push({ said: lines.join('\\n'), failure });
}
process.stdout.write(JSON.stringify(ran));
`;

/** Runs modules one after the other in one process, which has to end by itself and without a warning. */
export async function runModules(
  files: readonly string[],
  { node = process.execPath, options = [], cwd }: ModulesOptions,
): Promise<Ran[]> {
  const urls = files.map((file) => pathToFileURL(join(cwd, file)).href);
  const args = [...options, '--input-type=module', '--eval', RUN_ALL, ...urls];
  const { stdout, stderr } = await promisify(execFile)(node, args, { timeout: TIMEOUT_MS, cwd });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** curl ends each answer with a new line, and npx runs the command of this tree. */
const PREAMBLE = `
stty cols 120 2>/dev/null
curl() { command curl -sS -w '\\n' "$@"; }
npx() { [ "$1" = @mandate/cli ] || { echo "npx $1 is not known here"; return 1; }; shift; mandate "$@"; }
`;
/** Gives the code a terminal: the command line prints for people there, and JSON elsewhere. */
const IN_TERMINAL = 'import pty, sys; pty.spawn(sys.argv[1:])';

/** Runs commands as typed into a terminal. Their exit codes do not matter: a "no" is one, too. */
export async function runInTerminal(code: string, options: RunOptions): Promise<string> {
  const environment = { ...options.environment, NO_COLOR: '1', FORCE_COLOR: undefined, TERM: 'dumb' };
  const typed = await runCommand('python3', ['-c', IN_TERMINAL, 'bash', '-c', PREAMBLE + code], {
    ...options,
    environment,
  });
  return typed.replaceAll('\r\n', '\n');
}
