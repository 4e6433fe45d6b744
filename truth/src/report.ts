/** Prints the progress of a run and the history behind a difference. */
import type { EligibilityTally } from './eligibility/run.ts';
import { nameStep } from './names.ts';
import type { OddTally } from './odd/run.ts';
import type { Failure, Tally } from './truth.ts';

const QUIET_INTERVAL_MS = 10_000;
const MAX_DIFFERENCES = 5;

export function startProgress(commands: number, seed: number) {
  const live = process.stdout.isTTY;
  const startedAt = Date.now();
  let saidAt = startedAt;
  const line = (tally: Tally) => {
    const percent = Math.floor((100 * tally.commands) / commands);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    return (
      `${String(percent).padStart(3)} %  ${tally.commands} commands, ${tally.reorgs} reorgs, ` +
      `${tally.comparisons} comparisons${tally.pastBlocks > 0 ? ` and ${tally.pastBlocks} of past blocks` : ''} ` +
      `in ${tally.histories} histories${tally.checks > 0 ? `, ${tally.checksRead} of ${tally.checks} checks by the read model` : ''}` +
      `${tally.pairs > 0 ? `, ${tally.pairs} pairs of tagged lists` : ''}` +
      `${tally.unknown > 0 ? `, ${tally.unknown} answers unknown to pruned nodes` : ''}, ` +
      `${seconds} s`
    );
  };
  console.log(`Playing ${commands} commands on local chains, seed ${seed}`);
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

let saidAt = Date.now();

/** Prints the progress of a run about eligibility, now and then. */
export function reportEligibility({ commands, reorgs, questions, unknown }: EligibilityTally): void {
  if (Date.now() - saidAt < QUIET_INTERVAL_MS) return;
  saidAt = Date.now();
  console.log(`${commands} commands, ${reorgs} reorgs, ${questions} questions, ${unknown} of them unknown`);
}

/** Prints how many questions a node's behaviour made us refuse. */
export function reportOddNode({ name, commands, questions, refused }: OddTally): void {
  const share = ((100 * refused) / Math.max(1, questions)).toFixed(1);
  console.log(`${name.padEnd(40)} ${commands} commands, ${questions} questions, ${share} % refused`);
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

export function reportDifferences(differences: Failure['differences']): void {
  for (const { question, ours, registry } of differences.slice(0, MAX_DIFFERENCES)) {
    console.log(`      ${question}\n        registry: ${registry}\n        ours:     ${ours}`);
  }
  const more = differences.length - MAX_DIFFERENCES;
  if (more > 0) console.log(`      and ${more} more`);
}
