/** Prints the progress of a run and the history behind a difference. */
import { type Difference, FIGURES, type Figure } from './compared.ts';
import { nameStep } from './names.ts';
import type { Failure, RunOptions, Tally } from './run.ts';

const QUIET_INTERVAL_MS = 10_000;
const MAX_DIFFERENCES = 5;

/** `name` distinguishes the part of a run. */
export function startProgress({ commands, questions }: Omit<RunOptions, 'seed' | 'shrinkMs'>, name?: string) {
  const live = process.stdout.isTTY;
  const startedAt = Date.now();
  let saidAt = startedAt;
  const line = (tally: Tally) => {
    const share = commands ? tally.commands / commands : tally.questions / (questions ?? 1);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const percent = String(Math.floor(100 * Math.min(share, 1))).padStart(3);
    const refused = ((100 * tally.refused) / Math.max(1, tally.questions)).toFixed(1);
    const figures = `${percent} %  ${describe(tally)}, ${seconds} s`;
    return name ? `${name.padEnd(40)} ${figures}, ${refused} % refused` : figures;
  };
  return {
    update(tally: Tally) {
      if (live) process.stdout.write(`\r${line(tally)}\x1b[K`);
      else if (Date.now() - saidAt >= QUIET_INTERVAL_MS) {
        saidAt = Date.now();
        console.log(line(tally));
      }
    },
    end(tally: Tally) {
      console.log(`${live ? '\r\x1b[K' : ''}${line(tally)}`);
    },
  };
}

function describe(tally: Tally): string {
  return (Object.keys(FIGURES) as Figure[])
    .filter((figure) => tally[figure] > 0)
    .map((figure) => `${tally[figure]} ${FIGURES[figure]}`)
    .join(', ');
}

export function reportFailure({ history, step, steps, differences, shrunk }: Failure, seed: number): void {
  console.log(`\nDIFFERENCE with seed ${seed}, in history ${history}, after step ${step} of ${steps}`);
  reportDifferences(differences);
  console.log(`\nThe shortest history found that still differs, ${shrunk.history.length} steps:`);
  for (const [i, shrunkStep] of shrunk.history.entries()) {
    console.log(`${String(i + 1).padStart(4)}  ${nameStep(shrunkStep)}`);
  }
  console.log(`${' '.repeat(4)}  then compare:`);
  reportDifferences(shrunk.differences);
  console.log('');
}

function reportDifferences(differences: readonly Difference[]): void {
  for (const { question, ours, registry } of differences.slice(0, MAX_DIFFERENCES)) {
    console.log(`      ${question}\n        registry: ${registry}\n        ours:     ${ours}`);
  }
  const more = differences.length - MAX_DIFFERENCES;
  if (more > 0) console.log(`      and ${more} more`);
}
