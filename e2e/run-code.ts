/** Runs copied code as a user does. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { must, type Run, run } from './run-command.ts';

const say = async (...given: Parameters<typeof must>) => (await must(...given)).trim();

export const runCode = {
  curl: (code: string) => say('sh', ['-c', code]),
  TypeScript: (code: string) =>
    say(process.execPath, ['--conditions=source', '--input-type=module-typescript', '--eval', code]),
  Python: (code: string) => say('python3', ['-c', code]),
};

export interface Ran {
  readonly said: string;
  /** `null` if it ended without an error. */
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
  const { status, out, err } = await run(node, args, { cwd });
  if (status !== 0 || err) throw new Error(`It ended with ${status}: ${err}`);
  return JSON.parse(out);
}

/** curl ends each answer with a new line. */
const PREAMBLE = `
stty cols 120 2>/dev/null
curl() { command curl -sS -w '\\n' "$@"; }
`;
/** Gives the code a terminal: the command line prints for people there, and JSON elsewhere. */
const IN_TERMINAL = 'import pty, sys; pty.spawn(sys.argv[1:])';

/** Runs commands as typed into a terminal. Their exit codes do not matter: a "no" is one, too. */
export async function runInTerminal(code: string, options: Run): Promise<string> {
  const environment = { ...options.environment, NO_COLOR: '1', FORCE_COLOR: undefined, TERM: 'dumb' };
  const typed = await say('python3', ['-c', IN_TERMINAL, 'bash', '-c', PREAMBLE + code], {
    ...options,
    environment,
  });
  return typed.replaceAll('\r\n', '\n');
}
