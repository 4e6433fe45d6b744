/** `npm run mutants`: whether the tests notice small changes of the code, and the defects that it once had. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDefects, tryDefects } from './defects.ts';
import { GROUPS } from './groups.ts';
import { judge } from './judge.ts';

const USAGE = `Usage: npm run mutants -- [--only GROUP,...] [--file REGEXP] [--sample N] [--seed S] [--json FILE]
       npm run mutants -- --defects [--only NAME,...] [--json FILE]

Changes the code while vitest loads it, and prints the changes that no test notices. No file is written.

  --only GROUP    ${GROUPS.map(({ name }) => name).join(', ')}; with --defects: names of defects
  --file REGEXP   judge only the files that match
  --sample N      N mutants of each group (all of core, proof and fold, and 600 of the others)
  --seed S        chooses the sample (1)
  --defects       bring back each defect of mutants/defects.jsonl, and run the tests that hold it
  --json FILE     write the results`;

/** Below them the run fails. */
const MIN_SCORES: Readonly<Record<string, number>> = { core: 0.85, proof: 0.85 };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    file: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    defects: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const only = values.only.split(',').filter(Boolean);
const root = join(import.meta.dirname, '..');
const print = (text: string) => process.stdout.write(`${text}\n`);

// Everything that runs ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (values.help) print(USAGE);
else if (values.defects) await judgeDefects();
else await judgeGroups();

async function judgeGroups(): Promise<void> {
  const scores = [];
  for (const group of GROUPS.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const score = await judge(group, {
      root,
      seed: Number(values.seed),
      sample: values.sample === undefined ? undefined : Number(values.sample),
      file: values.file,
      report: createProgress(),
    });
    for (const failing of score.failing) print(`fails without a mutant: ${failing}`);
    for (const { file, line, before, after, tests } of score.survivors) {
      print(`${file}:${line}  ${before}  →  ${after}${tests.length === 0 ? '  (not reached)' : ''}`);
    }
    print(`-- ${score.group}: ${score.killed} of ${score.mutants} noticed, in ${score.tookS} s`);
    scores.push(score);
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(scores, null, 2));
  const isLow = scores.some(({ group, killed, mutants }) => killed < (MIN_SCORES[group] ?? 0) * mutants);
  const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
  print(
    `mutants: ${scores.map(({ group, killed, mutants }) => `${group} ${percent(killed, mutants)}`).join(', ')}`,
  );
  process.exitCode = isLow ? 1 : 0;
}

async function judgeDefects(): Promise<void> {
  const defects = readDefects(root).filter(({ name }) => only.length === 0 || only.includes(name));
  const results = await tryDefects(root, defects, createProgress());
  for (const { name, file, noticed } of results)
    print(`${noticed ? 'red  ' : 'GREEN'} ${name} (${file}) ${noticed ?? ''}`);
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2));
  const green = results.filter(({ noticed }) => noticed === null).length;
  print(`defects: ${results.length - green} of ${results.length} noticed`);
  process.exitCode = green > 0 ? 1 : 0;
}

/** Prints a line a minute. */
function createProgress() {
  let printedAt = performance.now();
  return (text: string) => {
    if (performance.now() - printedAt < 60_000) return;
    printedAt = performance.now();
    print(text);
  };
}
