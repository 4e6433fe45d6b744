/** Plays random histories on local chains and compares our answers with those of the contracts. */
import {
  addFigures,
  type Compared,
  type Difference,
  FIGURES,
  type Figure,
  type Figures,
} from './compared.ts';
import { countCommands, type History, type Step } from './history.ts';
import { shrink } from './shrink.ts';

const ROUNDS_OF_A_REPLAY = 4;

/** A chain on which a history is played, and our side that follows it. */
interface World {
  /** A world may also compare in the middle of a step. */
  play(step: Step): Promise<Compared> | Promise<void>;
  /** Compares answers to questions chosen by this number, this many times. */
  compare(choice: number, rounds: number): Promise<Compared>;
}

interface Stage {
  readonly worlds: readonly World[];
  /** Stops everything. Returns the figures that are only known then. */
  stop(): Promise<Figures>;
}

/** The comparison, and its chains. */
export interface Mode {
  /** The number of histories that are played at the same time. */
  readonly together: number;
  /** Draws a history with at most this many commands. */
  draw(seed: number, number: number, commands: number): History;
  /** Starts a world for each of these histories. */
  start(numbers: readonly number[]): Promise<Stage>;
}

export interface RunOptions {
  /** A run ends when its histories have had this many writes, or it has asked this many questions. */
  readonly commands?: number;
  readonly questions?: number;
  readonly seed: number;
  /** The time limit for shrinking a failing history. */
  readonly shrinkMs: number;
  readonly onProgress?: (tally: Tally) => void;
}

export type Tally = Record<Figure, number>;

export interface Failure {
  /** The number of the history in the run, counted from 1, and of the step in it. */
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

/** A history and its number, which also varies the world that it is played in. */
interface Played {
  readonly number: number;
  readonly history: History;
}

interface Found {
  readonly step: number;
  readonly differences: readonly Difference[];
}

interface Playing {
  readonly seed: number;
  readonly rounds: number;
  readonly isEnough: () => boolean;
  readonly count: (figures: Figures) => void;
}

/** Runs until all commands are played or all questions asked, or until a history shows a difference. */
export async function run(mode: Mode, options: RunOptions): Promise<Verdict> {
  const { commands = Number.POSITIVE_INFINITY, questions = Number.POSITIVE_INFINITY, seed } = options;
  const tally = Object.fromEntries(Object.keys(FIGURES).map((figure) => [figure, 0])) as Tally;
  const isEnough = () => tally.questions >= questions;
  const count = (figures: Figures) => {
    addFigures(tally, figures);
    if (figures.questions) options.onProgress?.(tally);
  };
  while (tally.commands < commands && !isEnough()) {
    const budget = Math.ceil((commands - tally.commands) / mode.together);
    const played = Array.from({ length: mode.together }, (_, i): Played => {
      const number = tally.histories + i + 1;
      return { number, history: mode.draw(seed, number, budget) };
    });
    count({ histories: played.length });
    const founds = await playAll(mode, played, { seed, rounds: 1, isEnough, count });
    for (const [i, found] of founds.entries()) {
      const own = played[i];
      if (found && own) return { tally, failure: await explain(mode, own, found, options) };
    }
  }
  return { tally, failure: null };
}

/** Plays each history in its own world, in parallel. Each stops at its first difference. */
async function playAll(mode: Mode, played: readonly Played[], playing: Playing): Promise<(Found | null)[]> {
  const { worlds, stop } = await mode.start(played.map(({ number }) => number));
  try {
    return await Promise.all(
      worlds.map((world, i) => findDifference(world, played[i]?.history ?? [], playing)),
    );
  } finally {
    playing.count(await stop());
  }
}

async function findDifference(
  world: World,
  history: History,
  { seed, rounds, isEnough, count }: Playing,
): Promise<Found | null> {
  const steps: History = [...history, { type: 'compare' }];
  for (const [i, step] of steps.entries()) {
    const found = [await world.play(step)];
    count({ commands: countCommands(step), reorgs: step.type === 'reorg' ? 1 : 0 });
    if (step.type === 'compare') {
      found.push(await world.compare(seed + i * 7919, rounds));
      count({ comparisons: 1 });
    }
    for (const compared of found) {
      if (!compared) continue;
      count(compared);
      if (compared.differences.length > 0) return { step: i + 1, differences: compared.differences };
    }
    if (isEnough()) return null;
  }
  return null;
}

/** Finds the shortest history that still differs. */
async function explain(
  mode: Mode,
  { number, history }: Played,
  { step, differences }: Found,
  { seed, shrinkMs }: RunOptions,
): Promise<Failure> {
  // The questions are random, so a shrunk history with fewer steps is asked more often.
  const replay = { seed, rounds: ROUNDS_OF_A_REPLAY, isEnough: () => false, count: () => {} };
  let last = differences;
  const shrunk = await shrink(
    history.slice(0, step).filter(({ type }) => type !== 'compare'),
    async (fewer) => {
      const [found] = await playAll(mode, [{ number, history: fewer }], replay);
      if (found) last = found.differences;
      return Boolean(found);
    },
    AbortSignal.timeout(shrinkMs),
  );
  return {
    history: number,
    step,
    steps: history.length,
    differences,
    shrunk: { history: shrunk, differences: last },
  };
}
