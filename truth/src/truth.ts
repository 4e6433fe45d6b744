/** Plays random histories on real chains and compares our answers with those of the contracts. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import type { TestDatabase } from '@mandate/testing/database';
import fc from 'fast-check';
import { compare, type Difference, QUESTIONS_PER_COMPARISON, type Watched } from './compare.ts';
import { type Decode, watchWithDomain } from './domain.ts';
import { compareExtensions } from './extensions/compare-extensions.ts';
import type { Compared } from './extensions/context.ts';
import { compareProofs } from './extensions/proofs.ts';
import { countCommands, type History, histories, MAX_REORG_DEPTH, type Step } from './history.ts';
import { watchWithIndexer } from './ledger.ts';
import { play } from './play.ts';
import type { ReadModelOptions } from './read-model.ts';
import type { Service } from './service.ts';
import { shrink } from './shrink.ts';
import { MULTICALL, SMART } from './world.ts';

/** Long enough for deep reorgs, short enough to read after shrinking. */
const MAX_STEPS = 300;
/** No reorg reaches a finalized block. */
export const FINALITY_BLOCKS = MAX_REORG_DEPTH + 12;
const FIRST_CHAIN_ID = 31_337;
const ROUNDS_OF_A_REPLAY = 4;

export interface TruthOptions {
  /** The number of writes to play in all histories together. */
  readonly commands: number;
  readonly seed: number;
  /**
   * Compares the real indexer on this database, on two chains at once. Without it, the domain is compared.
   */
  readonly index?: TestDatabase;
  /** Asks the indexer's ledger through the API. */
  readonly http?: boolean;
  /** Also asks the API about other moments, reasons and batches. Requires `http`. */
  readonly extensions?: boolean;
  /** Asks the API for proofs instead, and verifies each. Requires `http`. */
  readonly proofs?: boolean;
  /** Wraps the API in a run with `extensions` to prove that a run detects wrong answers. */
  readonly misled?: (service: Service) => Service;
  /** Wraps the read model in a run with `http` to prove that a run detects a wrong one. */
  readonly misread?: ReadModelOptions['misread'];
  /** Decodes events. Defaults to core's decoder; another one proves that a run detects its mistakes. */
  readonly decode?: Decode;
  /** The time limit for shrinking a failing history. */
  readonly shrinkMs: number;
  readonly onProgress?: (tally: Tally) => void;
}

export interface Tally {
  histories: number;
  commands: number;
  reorgs: number;
  comparisons: number;
  /** The number of comparisons for a past block. */
  pastBlocks: number;
  questions: number;
  /** Checks over HTTP about now, and how many of them the read model answered. */
  checks: number;
  checksRead: number;
  /** Pairs of answers of one list whose tags were compared. */
  pairs: number;
  /** Questions answered with 503 because a node without old state could not provide the answer. */
  unknown: number;
}

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

/** Runs until all commands are played, or until a history shows a difference. */
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
    pairs: 0,
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

/** The multiplier spreads neighbouring seeds, so that they share no history. */
export function sample(seed: number, number: number): History {
  const own = (Math.imul(seed, 0x9e3779b1) + number) | 0;
  const [history = []] = fc.sample(histories(MAX_STEPS), { seed: own, numRuns: 1 });
  return history;
}

interface Found {
  readonly step: number;
  readonly differences: readonly Difference[];
}

/** Plays each history on its own chain, in parallel. Each stops at its first difference. */
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
  // Ensures that the registries exist at every tagged block.
  if (options.extensions || options.proofs)
    await Promise.all(chains.map((chain) => chain.mine(FINALITY_BLOCKS)));
  // The second chain has a node without old state: what it cannot provide must be answered with 503 or
  // correctly.
  const pruned = options.extensions ? chains.slice(1).map(({ chainId }) => chainId) : [];
  const indexer = options.index
    ? await watchWithIndexer(chains, options.index, {
        http: options.http === true,
        misread: options.misread,
        pruned,
      })
    : null;
  const { misled = (service) => service } = options;
  const hasMore = options.extensions || options.proofs;
  const service = hasMore && indexer?.service ? misled(indexer.service) : null;
  const compareOthers = options.proofs ? compareProofs : compareExtensions;
  const chainIds = chains.map(({ chainId }) => chainId);
  // The questions are random, so a shrunk history with fewer steps is asked more often.
  const rounds = tally ? 1 : ROUNDS_OF_A_REPLAY;
  try {
    return await Promise.all(
      chains.map(async (chain, i) => {
        const watched = indexer?.watched[i] ?? (await watchWithDomain(chain, options.decode));
        const compareMore: CompareMore | null = service
          ? (choice) =>
              compareOthers(chain, {
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
    if (tally && sources) {
      tally.checks += sources.readModel + sources.database;
      tally.checksRead += sources.readModel;
      tally.pairs += sources.pairs;
    }
    await Promise.all(chains.map((chain) => chain.stop()));
  }
}

/** Compares the extensions with questions chosen by this number. */
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

/** Returns the part of a history that the run may still play. */
export function within(history: History, commands: number): History {
  let left = commands;
  return history.filter((step) => {
    left -= countCommands(step);
    return left >= 0;
  });
}
