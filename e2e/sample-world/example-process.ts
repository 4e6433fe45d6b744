/** Starts examples by the command of their README. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { START_MS, waitFor } from '../dev-process.ts';

export const ROOT = join(import.meta.dirname, '../..');

export interface ExampleProcess {
  readonly lines: readonly string[];
  /** Waits for a line, and returns what its first group matched. */
  find(pattern: RegExp): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ExampleProcess>();
const startedByNpm = new Set<string>();

/** The first start is by npm. The next ones run what npm runs, without the time that it takes. */
function findCommand(name: string): { readonly command: string; readonly cwd: string } {
  if (!startedByNpm.has(name)) {
    startedByNpm.add(name);
    return { command: `exec npm start --silent -w examples/${name}`, cwd: ROOT };
  }
  const cwd = join(ROOT, 'examples', name);
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  return { command: `exec ${scripts.start}`, cwd };
}

/** Uses its own process group: npm starts a shell, which starts the example. */
export function startExample(name: string, environment: Record<string, string>): ExampleProcess {
  const { command, cwd } = findCommand(name);
  const child = spawn('sh', ['-c', command], {
    cwd,
    detached: true,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...environment },
  });
  const closed = once(child, 'close');
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (line) => lines.push(line));
  }
  const example: ExampleProcess = {
    lines,
    find: (pattern) =>
      waitFor(() => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean), START_MS, { lines }),
    async stop(signal = 'SIGTERM') {
      running.delete(example);
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), signal);
      await closed;
    },
  };
  running.add(example);
  return example;
}

/** For `afterAll` of each file: files of a worker share this module. */
export const stopExamples = () => Promise.all([...running].map((example) => example.stop()));
