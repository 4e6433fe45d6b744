/**
 * The gate's account of itself: `node dev/src/gate-report.ts FOLDER`. Prints what each stage took beside its budget, and
 * the slowest test files, and writes both to `gate.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SLOWEST_FILES = 25;

interface Stage {
  readonly stage: string;
  readonly wallS: number;
  readonly cpuS: number;
  readonly budgetS: number;
}

interface TestFile {
  readonly file: string;
  readonly wallS: number;
  readonly cpuS: number;
  readonly processes: number;
  readonly databases: number;
}

const [folder = ''] = process.argv.slice(2);
const stages = readLines<Stage>('stages.jsonl');
const files = readLines<TestFile>('files.jsonl').toSorted((one, other) => other.wallS - one.wallS);
const sum = (key: 'wallS' | 'cpuS' | 'budgetS') => stages.reduce((total, stage) => total + stage[key], 0);
const total: Stage = { stage: 'all', wallS: sum('wallS'), cpuS: sum('cpuS'), budgetS: sum('budgetS') };

const lines = [
  // The processor time of a stage is the whole machine's: it includes PostgreSQL and Redis.
  '\nstage                               took  budget  processors',
  ...[...stages, total].map(
    ({ stage, wallS, cpuS, budgetS }) =>
      `${stage.padEnd(32)}${seconds(wallS)}${seconds(budgetS)}${seconds(cpuS, 12)}`,
  ),
  `\n   took  processors  processes  databases  the ${SLOWEST_FILES} slowest of ${files.length} files`,
  ...files
    .slice(0, SLOWEST_FILES)
    .map(
      ({ file, wallS, cpuS, processes, databases }) =>
        `${seconds(wallS, 7)}${seconds(cpuS, 12)}${count(processes)}${count(databases)}  ${file}`,
    ),
];
process.stdout.write(`${lines.join('\n')}\n`);
writeFileSync('gate.json', `${JSON.stringify({ stages, total, files }, null, 1)}\n`);

function readLines<T>(name: string): T[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}

function seconds(value: number, width = 8): string {
  return `${value.toFixed(0)} s`.padStart(width);
}

function count(value: number): string {
  return String(value).padStart(11);
}
