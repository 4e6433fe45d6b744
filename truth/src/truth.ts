/** Plays random histories on real chains and holds our answers against the contracts' own. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import type { TestDatabase } from '@mandate/testing/database';
import fc from 'fast-check';
import { compare, type Difference, QUESTIONS_PER_COMPARISON, type Watched } from './compare.ts';
import { type Decode, watchWithDomain } from './domain.ts';
import { compareExtensions } from './extensions/compare-extensions.ts';
import type { Compared } from './extensions/context.ts';
import { countCommands, type History, histories, MAX_REORG_DEPTH, type Step } from './history.ts';
import { watchWithIndexer } from './ledger.ts';
import { play } from './play.ts';
import type { ReadModelOptions, Sources } from './read-model.ts';
import type { Service } from './service.ts';
import { shrink } from './shrink.ts';
import { MULTICALL, SMART } from './world.ts';

/** Long enough for deep reorgs, short enough to be read after shrinking. */
const MAX_STEPS = 300;
/** No reorg of a history reaches what the chain calls final. */
const FINALITY_BLOCKS = MAX_REORG_DEPTH + 12;
const FIRST_CHAIN_ID = 31_337;
const ROUNDS_OF_A_REPLAY = 4;

export interface TruthOptions {
  /** How many writes to play, over all histories. */
  readonly commands: number;
  readonly seed: number;
  /** Holds the real indexer on this database against the contracts, two chains at once; without it, the domain. */
  readonly index?: TestDatabase;
  /** Asks the indexer's ledger through the API. */
  readonly http?: boolean;
  /** Asks the API for other moments, reasons and many answers at once as well. Goes with `http`. */
  readonly extensions?: boolean;
  /** Stands before the API in `beyond`: shows what a run sees when it answers otherwise. */
  readonly misled?: (service: Service) => Service;
  /** Stands before the read model of `http`: shows what a run sees when it follows the ledger otherwise. */
  readonly misread?: ReadModelOptions['misread'];
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
  /** How many of the comparisons were for a past block. */
  pastBlocks: number;
  questions: number;
  /** Checks over HTTP about now, and how many of them the read model answered. */
  checks: number;
  checksRead: number;
  /** Questions that a node without old state left open, answered with 503. */
  unknown: number;
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
  const tally: Tally = {
    histories: 0,
    commands: 0,
    reorgs: 0,
    comparisons: 0,
    pastBlocks: 0,
    questions: 0,
    checks: 0,
    checksRead: 0,
    unknown: 0,
  };
  const together = options.index ? 2 : 1;
  while (tally.commands < options.commands) {
    const budget = Math.ceil((options.commands - tally.commands) / together);
    const numbers = Array.from({ length: together }, (_, i) => tally.histories + i + 1);
    const played = numbers.map((number) => within(sample(options.seed, number), budget));
    tally.histories += together;
    const founds = await playAndCompare(played, options, tally);
    for (const [i, found] of founds.entries()) {
      const [history, number] = [played[i], numbers[i]];
      if (!found || !history || !number) continue;
      return { tally, failure: await tellFailure(history, found, number, options) };
    }
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

/** Plays each history on a chain of its own, all at once; each stops at its first comparison that differs. */
async function playAndCompare(
  played: readonly History[],
  options: TruthOptions,
  tally?: Tally,
): Promise<(Found | null)[]> {
  const chains = await Promise.all(
    played.map((_, i) =>
      startLocalChain({
        chainId: FIRST_CHAIN_ID + i,
        finalityBlocks: FINALITY_BLOCKS,
        smartWallets: [...SMART, MULTICALL],
      }),
    ),
  );
  // Every mark of the chain is then a block that has the registries.
  if (options.extensions) await Promise.all(chains.map((chain) => chain.mine(FINALITY_BLOCKS)));
  // The second of two chains has a node without old state: what it can't show is answered with 503 or rightly.
  const pruned = options.extensions ? chains.slice(1).map(({ chainId }) => chainId) : [];
  const indexer = options.index
    ? await watchWithIndexer(chains, options.index, {
        http: options.http === true,
        misread: options.misread,
        pruned,
      })
    : null;
  const { misled = (service) => service } = options;
  const service = options.extensions && indexer?.service ? misled(indexer.service) : null;
  const chainIds = chains.map(({ chainId }) => chainId);
  // Chance chooses what is asked: where there are fewer steps, it is asked more often.
  const rounds = tally ? 1 : ROUNDS_OF_A_REPLAY;
  try {
    return await Promise.all(
      chains.map(async (chain, i) => {
        const watched = indexer?.watched[i] ?? (await watchWithDomain(chain, options.decode));
        const compareMore: CompareMore | null = service
          ? (choice) =>
              compareExtensions(chain, {
                service,
                chainIds,
                seed: choice + i,
                rounds,
                isPruned: pruned.includes(chain.chainId),
              })
          : null;
        return findDifference(chain, { watched, compareMore }, played[i] ?? [], options, tally);
      }),
    );
  } finally {
    const sources = await indexer?.stop();
    if (tally && sources) countSources(tally, sources);
    await Promise.all(chains.map((chain) => chain.stop()));
  }
}

/** Asks for more than the interface of now, chosen by this number. */
type CompareMore = (choice: number) => Promise<Compared>;

async function findDifference(
  chain: LocalChain,
  { watched, compareMore }: { readonly watched: Watched; readonly compareMore: CompareMore | null },
  history: History,
  options: TruthOptions,
  tally?: Tally,
): Promise<Found | null> {
  const steps: History = [...history, { type: 'compare' }];
  for (const [i, step] of steps.entries()) {
    await play(chain, step);
    if (tally) countStep(tally, step);
    if (step.type !== 'compare') continue;
    const now = await compare(chain, await watched.answerNow());
    const choice = options.seed + i * 7919;
    const past = await watched.answerThen(choice);
    const more = await compareMore?.(choice);
    const differences = [...now, ...(past ? await compare(chain, past) : []), ...(more?.differences ?? [])];
    if (tally) {
      countAnswers(tally, past !== null);
      tally.questions += more?.questions ?? 0;
      tally.unknown += more?.unknown ?? 0;
      options.onProgress?.(tally);
    }
    if (differences.length > 0) return { step: i + 1, differences };
  }
  return null;
}

function countSources(tally: Tally, { readModel, database }: Sources): void {
  tally.checks += readModel + database;
  tally.checksRead += readModel;
}

function countStep(tally: Tally, step: Step): void {
  tally.commands += countCommands(step);
  if (step.type === 'reorg') tally.reorgs++;
  if (step.type === 'compare') tally.comparisons++;
}

function countAnswers(tally: Tally, past: boolean): void {
  if (past) tally.pastBlocks++;
  tally.questions += QUESTIONS_PER_COMPARISON * (past ? 2 : 1);
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
      const [found] = await playAndCompare([fewer], options);
      if (found) last = found.differences;
      return Boolean(found);
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
