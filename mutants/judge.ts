/** Runs the mutants of one group, and returns those that no test notices. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants } from './find-mutants.ts';
import type { Group } from './groups.ts';
import type { Switched } from './instrument.ts';
import type { Step, StepResult } from './plan.ts';
import { runPlan } from './run-plan.ts';

interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The test files that did not notice; none reaches it if there are none. */
  readonly tests: readonly string[];
}

export interface Score {
  readonly group: string;
  readonly mutants: number;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
  /** Test files that fail without a mutant, and judge nothing. */
  readonly failing: readonly string[];
  readonly tookS: number;
}

export interface JudgeOptions {
  readonly root: string;
  readonly seed: number;
  readonly sample: number | undefined;
  /** Judges only files whose path matches this expression. */
  readonly file: string;
  readonly report: (text: string) => void;
}

interface Mutant extends Switched {
  readonly file: string;
}

export async function judge(group: Group, options: JudgeOptions): Promise<Score> {
  const { root, report } = options;
  const began = performance.now();
  const all = listMutants(group, options);
  const mutants = choose(
    all.filter(({ kind }) => kind !== 'round'),
    options.sample ?? group.sample,
    options.seed,
  );
  const chosen = new Set(mutants.map(({ id }) => id));
  const byFile = Map.groupBy(
    all.filter(({ id, kind }) => chosen.has(id) || kind === 'round'),
    ({ file }) => file,
  );
  const plan = { root, mutants: Object.fromEntries(byFile) };
  const files = group.tests.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  const first = await runPlan(
    { ...plan, isNoting: true, steps: files.map((file) => ({ mutant: -1, file })) },
    (done) => report(`${group.name}: ${done} of ${files.length} test files without a mutant`),
  );
  const steps = planSteps(mutants, first);
  const results = await runPlan({ ...plan, isNoting: false, steps }, (done) =>
    report(`${group.name}: ${done} of at most ${steps.length} runs of test files with a mutant`),
  );
  const killed = new Set(results.filter(({ state }) => state === 'failed').map(({ mutant }) => mutant));
  const testsOf = Map.groupBy(results, ({ mutant }) => mutant);
  return {
    group: group.name,
    mutants: mutants.length,
    killed: killed.size,
    survivors: mutants
      .filter(({ id }) => !killed.has(id))
      .map((mutant) =>
        describe(
          mutant,
          root,
          (testsOf.get(mutant.id) ?? []).map(({ file }) => file),
        ),
      ),
    failing: first
      .filter(({ state }) => state === 'failed')
      .map(({ file, failure }) => `${file}: ${failure}`),
    tookS: Math.round((performance.now() - began) / 1_000),
  };
}

const isProduct = (file: string) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(file);

function listMutants(group: Group, { root, file: part }: JudgeOptions): readonly Mutant[] {
  const files = globSync(group.files, { cwd: root })
    .filter(isProduct)
    .filter((file) => new RegExp(part).test(file));
  return files
    .toSorted()
    .flatMap((file) =>
      findMutants(readFileSync(join(root, file), 'utf8')).map((change) => ({ ...change, file })),
    )
    .map((change, id) => ({ ...change, id }));
}

/** Chooses by a fixed order of all mutants, so that a seed means the same on every machine. */
function choose(all: readonly Mutant[], sample: number | undefined, seed: number): readonly Mutant[] {
  if (sample === undefined || sample >= all.length) return all;
  const order = ({ id }: Mutant) => {
    const mixed = Math.imul((id + 1) ^ seed, 0x9e3779b1) >>> 0;
    return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  };
  return all
    .toSorted((a, b) => order(a) - order(b))
    .slice(0, sample)
    .toSorted((a, b) => a.id - b.id);
}

/** Chooses test files that reach each mutant: the one with the file's name first, then the quickest. */
function planSteps(mutants: readonly Mutant[], first: readonly StepResult[]): readonly Step[] {
  const reaching = first
    .filter(({ state }) => state === 'passed')
    .map((result) => ({ ...result, reached: new Set(result.reached) }));
  return mutants.flatMap(({ id: mutant, file: changed }) => {
    const tests = reaching
      .filter(({ reached }) => reached.has(mutant))
      .toSorted((a, b) => isOf(changed, b.file) - isOf(changed, a.file) || (a.ms ?? 0) - (b.ms ?? 0));
    let takesMs = 0;
    const chosen = tests.filter(({ ms = 0 }, i) => {
      takesMs += ms;
      return i === 0 || (i < MAX_TESTS && takesMs <= MAX_MS);
    });
    return chosen.map(({ file, rounds = 0 }) => ({ mutant, file, rounds }));
  });
}

const isOf = (changed: string, test: string) => Number(test.startsWith(changed.replace(/\.ts$/, '.')));

const MAX_TEXT = 100;
/** The most test files for one mutant, and what they may take together. */
const MAX_TESTS = 8;
const MAX_MS = 10_000;

function describe(
  { file, start, end, kind, after }: Mutant,
  root: string,
  tests: readonly string[],
): Survivor {
  const code = readFileSync(join(root, file), 'utf8');
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, MAX_TEXT);
  const lineEnd = code.indexOf('\n', start);
  const before =
    kind === 'insertion' ? code.slice(code.lastIndexOf('\n', start) + 1, lineEnd) : code.slice(start, end);
  const line = code.slice(0, start).split('\n').length;
  return { file, line, before: short(before.trim()), after: short(after) || '(nothing)', tests };
}
