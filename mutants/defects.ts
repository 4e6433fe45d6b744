/** Brings back each defect that once was, or that `truth` must notice, and runs the tests that hold it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import type { Replacement } from './plan.ts';
import { runPlan } from './run-plan.ts';

/** `find` occurs once in the file. Each of the tests runs in the process that vitest changes, not in a bundle. */
export interface Defect extends Replacement {
  readonly name: string;
  readonly tests: readonly string[];
}

export interface DefectResult {
  readonly name: string;
  readonly file: string;
  /** The test that noticed. `null` if all stayed green. */
  readonly noticed: string | null;
}

export function readDefects(root: string): readonly Defect[] {
  const lines = readFileSync(join(import.meta.dirname, 'defects.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const defects = lines.map((line) => JSON.parse(line) as Defect);
  for (const { name, file, find, replace } of defects) {
    const parts = readFileSync(join(root, file), 'utf8').split(find);
    if (parts.length !== 2)
      throw new Error(`${name}: its text is in ${file} ${parts.length - 1} times. Write the defect again.`);
    parseAst(parts.join(replace), { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  }
  return defects;
}

/** Throws if a test fails without a defect. */
export async function tryDefects(
  root: string,
  defects: readonly Defect[],
  report: (text: string) => void,
): Promise<readonly DefectResult[]> {
  const asked = defects.flatMap((defect, mutant) => defect.tests.map((file) => ({ mutant, file })));
  const files = [...new Set(asked.map(({ file }) => file))];
  const steps = [...files.map((file) => ({ mutant: -1, file })), ...asked];
  const plan = { root, isNoting: false, mutants: {}, steps, replacements: defects };
  const results = await runPlan(plan, (done) => report(`${done} of ${steps.length} runs of test files`));
  const noticed = new Map<number, string>();
  for (const { mutant, state, file, failure } of results) {
    if (state !== 'failed') continue;
    if (mutant < 0) throw new Error(`${file} fails without a defect: ${failure}`);
    noticed.set(mutant, `${file}: ${failure?.split('\n')[0]}`);
  }
  return defects.map(({ name, file }, i) => ({ name, file, noticed: noticed.get(i) ?? null }));
}
