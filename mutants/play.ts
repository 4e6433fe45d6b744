/** Plays a plan: `MUTANT_PLAN=<file> node mutants/play.ts`. No file is written: vite changes what it loads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BaseSequencer, createVitest, type TestSpecification, type Vite } from 'vitest/node';
import { resolve, shared } from '../vitest.config.ts';
import { instrument } from './instrument.ts';
import type { Plan, Replacement, Step } from './plan.ts';

const TEST_TIMEOUT_MS = 60_000;

/** Keeps the order of the plan. */
class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files;
  }
}

const plan = JSON.parse(readFileSync(process.env['MUTANT_PLAN'] ?? '', 'utf8')) as Plan;
const { root } = plan;
let replacement: Replacement | undefined;

const plugin: Vite.Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const file = id.startsWith(`${root}/`) ? id.slice(root.length + 1).replace(/\?.*/, '') : '';
    if (replacement)
      return file === replacement.file ? code.split(replacement.find).join(replacement.replace) : undefined;
    const mutants = plan.mutants[file];
    return mutants ? instrument(code, mutants, plan.isNoting) : undefined;
  },
};

const vitest = await createVitest(
  'test',
  {
    ...shared,
    include: [...new Set(plan.steps.map(({ file }) => file))],
    root,
    config: false,
    watch: false,
    // A mutant must not be in what the next run loads.
    fsModuleCache: false,
    reporters: [{}],
    runner: join(import.meta.dirname, 'runner.ts'),
    sequence: { sequencer: Sequencer },
    setupFiles: [],
    maxWorkers: 1,
    update: 'none',
    silent: true,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: TEST_TIMEOUT_MS } },
  },
  { resolve, plugins: [plugin] },
);
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((one) => [one.moduleId, one] as const),
);
if (plan.replacements) {
  for (const mutant of new Set(plan.steps.map((step) => step.mutant))) {
    const before = replacement;
    replacement = plan.replacements[mutant];
    for (const changed of [before, replacement]) if (changed) vitest.invalidateFile(join(root, changed.file));
    // Each run has a worker of its own, which takes only these steps.
    process.env['MUTANT_ONLY'] = String(mutant);
    await run(plan.steps.filter((step) => step.mutant === mutant));
  }
} else await run(plan.steps);
await vitest.close();
process.exit(0);

async function run(steps: readonly Step[]): Promise<void> {
  await vitest.runTestSpecifications(
    steps.map(({ file }) => {
      const found = specifications.get(join(root, file));
      if (!found) throw new Error(`${file} is no test.`);
      return found;
    }),
  );
}
