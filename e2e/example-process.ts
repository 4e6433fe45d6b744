/** Starts examples by the command of their README. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { waitFor } from './dev-process.ts';

const START_MS = 60_000;

export interface ExampleProcess {
  readonly lines: readonly string[];
  /** Waits for a line, and returns what its first group matched. */
  find(pattern: RegExp): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const running = new Set<ExampleProcess>();

/** Uses its own process group: npm starts a shell, which starts the example. */
export function startExample(name: string, environment: Record<string, string>): ExampleProcess {
  const child = spawn('npm', ['start', '--silent', '-w', `examples/${name}`], {
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
      waitFor(() => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean), START_MS, lines),
    async stop(signal = 'SIGTERM') {
      running.delete(example);
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), signal);
      await closed;
    },
  };
  running.add(example);
  return example;
}

export const stopExamples = () => Promise.all([...running].map((example) => example.stop()));
