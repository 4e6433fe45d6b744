/** Plays random histories on a real chain and holds the domain's answers against the contracts' own. */
import { startLocalChain } from '@mandate/contracts';
import fc from 'fast-check';
import { compare, type Difference, QUESTIONS_PER_COMPARISON } from './compare.ts';
import { countCommands, type History, histories, type Step } from './history.ts';
import { play } from './play.ts';
import { createReplica, type Decode } from './replica.ts';
import { shrink } from './shrink.ts';
import { MULTICALL, SMART } from './world.ts';

/** Long enough for deep reorgs, short enough to be read after shrinking. */
const MAX_STEPS = 300;

export interface TruthOptions {
  /** How many writes to play, over all histories. */
  readonly commands: number;
  readonly seed: number;
  /** How events are read: by core, unless the run is to show what another reading gets wrong. */
  readonly decode?: Decode;
  /** How long a failing history may be shrunk. */
  readonly shrinkMs: number;
  readonly onProgress?: (tally: Tally) => void;
}

export interface Tally {
  histories: number;
  commands: number;
  reorgs: number;
  comparisons: number;
  questions: number;
}

export interface Failure {
  /** Which history of the run, counted from 1, and which step of it. */
  readonly history: number;
  readonly step: number;
  readonly steps: number;
  readonly differences: readonly Difference[];
  readonly shrunk: { readonly history: History; readonly differences: readonly Difference[] };
}

export interface Verdict {
  readonly tally: Tally;
  readonly failure: Failure | null;
}

/** Runs until the commands are used up, or stops at the first history that shows a difference. */
export async function runTruth(options: TruthOptions): Promise<Verdict> {
  const tally: Tally = { histories: 0, commands: 0, reorgs: 0, comparisons: 0, questions: 0 };
  while (tally.commands < options.commands) {
    tally.histories++;
    const history = within(sample(options.seed, tally.histories), options.commands - tally.commands);
    const found = await playAndCompare(history, options, tally);
    if (found) return { tally, failure: await tellFailure(history, found, tally.histories, options) };
  }
  return { tally, failure: null };
}

/** Neighbouring seeds share no history: the multiplier sends them far apart. */
function sample(seed: number, number: number): History {
  const own = (Math.imul(seed, 0x9e3779b1) + number) | 0;
  const [history = []] = fc.sample(histories(MAX_STEPS), { seed: own, numRuns: 1 });
  return history;
}

interface Found {
  readonly step: number;
  readonly differences: readonly Difference[];
}

/** Plays a history on a chain of its own; stops at the first comparison that differs. */
async function playAndCompare(history: History, options: TruthOptions, tally?: Tally): Promise<Found | null> {
  const chain = await startLocalChain({ smartWallets: [...SMART, MULTICALL] });
  try {
    const replica = await createReplica(chain, options.decode);
    const steps: History = [...history, { type: 'compare' }];
    for (const [i, step] of steps.entries()) {
      await play(chain, step);
      if (tally) count(tally, step);
      if (step.type !== 'compare') continue;
      await replica.follow();
      const differences = await compare(chain, replica.set, replica.blockHash);
      if (tally) options.onProgress?.(tally);
      if (differences.length > 0) return { step: i + 1, differences };
    }
    return null;
  } finally {
    await chain.stop();
  }
}

function count(tally: Tally, step: Step): void {
  tally.commands += countCommands(step);
  if (step.type === 'reorg') tally.reorgs++;
  if (step.type === 'compare') {
    tally.comparisons++;
    tally.questions += QUESTIONS_PER_COMPARISON;
  }
}

async function tellFailure(
  history: History,
  { step, differences }: Found,
  number: number,
  options: TruthOptions,
): Promise<Failure> {
  const untilThen = history.slice(0, step).filter(({ type }) => type !== 'compare');
  let last = differences;
  const shrunk = await shrink(
    untilThen,
    async (fewer) => {
      const found = await playAndCompare(fewer, options);
      if (found) last = found.differences;
      return found !== null;
    },
    AbortSignal.timeout(options.shrinkMs),
  );
  return {
    history: number,
    step,
    steps: history.length,
    differences,
    shrunk: { history: shrunk, differences: last },
  };
}

/** The part of a history that a run may still play. */
function within(history: History, commands: number): History {
  let left = commands;
  return history.filter((step) => {
    left -= countCommands(step);
    return left >= 0;
  });
}
