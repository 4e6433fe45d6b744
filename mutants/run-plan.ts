/** Runs a plan in a process of its own, and again without the mutant that hung. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan, StepResult } from './plan.ts';

/** Loops that do not end are noticed at once: only a process that waits for something gets here. */
const HANGS_MS = 300_000;
const POLL_MS = 1_000;

export async function runPlan(
  plan: Omit<Plan, 'results'>,
  report: (done: number) => void = () => undefined,
): Promise<readonly StepResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const results = join(folder, 'results.jsonl');
  const all: StepResult[] = [];
  let { steps } = plan;
  try {
    while (steps.length > 0) {
      writeFileSync(results, '');
      writeFileSync(join(folder, 'plan.json'), JSON.stringify({ ...plan, steps, results } satisfies Plan));
      const ended = await runOnce(join(folder, 'plan.json'), () => {
        const lines = readResults(results);
        report(all.length + lines.filter(({ state }) => state !== 'began').length);
        return lines.length;
      });
      const lines = readResults(results);
      all.push(...lines.filter(({ state }) => state !== 'began'));
      const last = lines.at(-1);
      if (ended.code === 0 && last?.state !== 'began') break;
      if (last?.state !== 'began') throw new Error(`Vitest ended with ${ended.code}:\n${ended.output}`);
      all.push({ ...last, state: 'failed', failure: 'It hung, or ended the process.' });
      const at = steps.findIndex(({ mutant, file }) => mutant === last.mutant && file === last.file);
      steps = steps.slice(at + 1).filter(({ mutant }) => mutant !== last.mutant || mutant < 0);
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readResults = (file: string): readonly StepResult[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as StepResult);

function runOnce(plan: string, countResults: () => number): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'play.ts')], {
      env: { ...process.env, MUTANT_PLAN: plan },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: what the tests started ends with it.
      detached: true,
    });
    let output = '';
    child.stderr.on('data', (text) => {
      output = `${output}${text}`.slice(-4_000);
    });
    const stop = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // The group has ended.
      }
    };
    let seen = 0;
    let seenAt = performance.now();
    const timer = setInterval(() => {
      const count = countResults();
      if (count !== seen) seenAt = performance.now();
      seen = count;
      if (performance.now() - seenAt > HANGS_MS) stop();
    }, POLL_MS);
    process.once('exit', stop);
    child.on('exit', (code) => {
      clearInterval(timer);
      process.off('exit', stop);
      stop();
      countResults();
      resolve({ code, output });
    });
  });
}
