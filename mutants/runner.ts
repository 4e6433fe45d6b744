/**
 * Runs test files with one mutant each, all in one worker: vitest loads this as its runner, and each step of the plan is
 * an entry of vitest's list of files. A file ends at its first failing test.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import type { Switches } from './instrument.ts';
import type { Plan, Step, StepResult } from './plan.ts';

/** A mutant whose loops go so many times more rounds than without it does not end. */
const ENDLESS_FACTOR = 3;
const ENDLESS_LEAST = 1_000_000;

interface Worker {
  readonly evaluatedModules: {
    readonly idToModuleMap: ReadonlyMap<string, { readonly file: string }>;
    invalidateModule(module: object): void;
  };
}

const plan = JSON.parse(readFileSync(process.env['MUTANT_PLAN'] ?? '', 'utf8')) as Plan;
const only = process.env['MUTANT_ONLY'];
const steps = plan.steps.filter(({ mutant }) => only === undefined || mutant === Number(only));
const killed = new Set<number>();
let next = 0;
let step: Step | undefined;
let failure: string | undefined;
let began = 0;
let rounds = 0;
let maxRounds = Number.POSITIVE_INFINITY;

const switches: Switches = {
  active: -1,
  reached: [],
  countRound: () => {
    rounds += 1;
    if (rounds > maxRounds) throw new Error('The mutant does not end.');
  },
};
(globalThis as { __mutants?: Switches }).__mutants = switches;
process.on('unhandledRejection', (reason) => {
  failure ??= `unhandled: ${reason}`;
});

export default class MutantRunner extends TestRunner {
  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // Vitest would report each test to its main process.
    for (const event of ['onTaskUpdate', 'onCollected'])
      Object.defineProperty(this, event, { get: () => undefined, set: () => undefined });
  }

  override importFile(filepath: string, source: 'collect' | 'setup') {
    if (source === 'setup') return super.importFile(filepath, source);
    step = steps[next++];
    if (step && killed.has(step.mutant)) step = undefined;
    if (!step) return undefined;
    write({ ...step, state: 'began' });
    failure = undefined;
    began = performance.now();
    rounds = 0;
    maxRounds =
      step.mutant < 0 ? Number.POSITIVE_INFINITY : (step.rounds ?? 0) * ENDLESS_FACTOR + ENDLESS_LEAST;
    switches.active = step.mutant;
    switches.reached.length = 0;
    // Each file begins with new modules: nothing of the mutant before is left in them.
    const { evaluatedModules } = (this as unknown as { workerState: Worker }).workerState;
    for (const module of evaluatedModules.idToModuleMap.values())
      if (module.file.startsWith(plan.root) && !module.file.includes('/node_modules/'))
        evaluatedModules.invalidateModule(module);
    return super.importFile(filepath, source);
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    await super.onBeforeRunTask(test);
    if (failure !== undefined && step && step.mutant >= 0) test.mode = 'skip';
  }

  override onAfterRunTask(test: RunnerTestCase) {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') failure ??= `${test.name}: ${test.result.errors?.[0]?.message}`;
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    super.onAfterRunFiles(files);
    if (!step) return;
    const [file] = files;
    if (file?.result?.state === 'fail') failure ??= file.result.errors?.[0]?.message ?? 'the file';
    const { mutant } = step;
    if (failure !== undefined && mutant >= 0) killed.add(mutant);
    write({
      ...step,
      state: failure === undefined ? 'passed' : 'failed',
      rounds,
      ms: Math.round(performance.now() - began),
      ...(failure !== undefined && { failure: failure.slice(0, 400) }),
      ...(mutant < 0 && { reached: Object.keys(switches.reached).map(Number) }),
    });
    step = undefined;
  }
}

function write(result: StepResult): void {
  appendFileSync(plan.results, `${JSON.stringify(result)}\n`);
}
