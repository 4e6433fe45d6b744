/** What the service answers beyond the interface for now: other moments, reasons, and many questions in one. */
import { createRandom, type LocalChain, type Random } from '@mandate/contracts';
import type { Difference } from '../compare.ts';
import type { Service } from '../service.ts';
import { WALLETS } from '../world.ts';
import { askCheck, askList } from './asked.ts';
import { askAt } from './at-moment.ts';
import { compareBatch } from './batch.ts';
import { createListAt, type ListAt } from './contract-lists.ts';
import { chooseMoments, type Moment } from './moments.ts';
import { chooseQuestions } from './questions.ts';
import { compareReasons } from './reasons.ts';
import { compareResolve } from './resolve.ts';
import { type RestingChain, readBlocks } from './resting-chain.ts';
import { compareSnapshot } from './snapshot.ts';
import { findSteady, type Steady } from './steady.ts';
import { createIsUnknowable, type IsUnknowable } from './unknowable.ts';

/** What every comparison needs. */
export interface Beyond {
  readonly service: Service;
  /** The chain whose answers are compared. */
  readonly resting: RestingChain;
  readonly listAt: ListAt;
  /** The grants that strict answers count. */
  readonly steady: Steady;
  /** Tells which questions may get 503. */
  readonly isUnknowable: IsUnknowable;
  /** All that are served. The others go on meanwhile; what is said of them is compared when they rest. */
  readonly chainIds: readonly number[];
  /** Asked before anything is waited for, so that a seed repeats what is chosen. */
  readonly random: Random;
}

export interface Compared {
  readonly questions: number;
  /** How many of them were answered with 503, where a pruned node can't show the answer. */
  readonly unknown?: number;
  readonly differences: readonly Difference[];
}

/** How much is asked in one comparison. */
const SIZES = { checks: 30, reasons: 12, batch: 100, resolves: 12, snapshots: 3 } as const;

interface Asking extends Pick<Beyond, 'service' | 'chainIds'> {
  /** The same seed asks the same. */
  readonly seed: number;
  readonly rounds: number;
  /** The chain's node keeps no old state. */
  readonly isPruned?: boolean;
}

/** The chain has to rest, and the service to have read all of it. */
export async function compareBeyond(
  chain: LocalChain,
  { service, chainIds, seed, rounds, isPruned = false }: Asking,
): Promise<Compared> {
  const random = createRandom(seed);
  const resting = await readBlocks(chain);
  const listAt = createListAt(chain);
  const steady = await findSteady(resting, listAt);
  const isUnknowable = await createIsUnknowable(resting, isPruned);
  const beyond: Beyond = { service, resting, listAt, steady, isUnknowable, chainIds, random };
  const parts: Compared[] = [];
  const together = async (comparing: readonly Promise<Compared>[]) =>
    void parts.push(...(await Promise.all(comparing)));
  for (let round = 0; round < rounds; round++) {
    for (const moment of chooseMoments(beyond.resting, random)) {
      await together([
        compareAnswers(beyond, moment, SIZES.checks),
        compareReasons(beyond, moment, SIZES.reasons),
        compareBatch(beyond, moment, SIZES.batch),
      ]);
    }
    await together(Array.from({ length: SIZES.resolves }, () => compareResolve(beyond)));
    await together(Array.from({ length: SIZES.snapshots }, () => compareSnapshot(beyond)));
  }
  return {
    questions: parts.reduce((sum, { questions }) => sum + questions, 0),
    unknown: parts.reduce((sum, { unknown = 0 }) => sum + unknown, 0),
    differences: parts.flatMap(({ differences }) => differences),
  };
}

async function compareAnswers(beyond: Beyond, moment: Moment, count: number): Promise<Compared> {
  const questions = await chooseQuestions(beyond, moment, count);
  const asked = [...questions.map(askCheck), ...LISTS];
  const { differences, unknown } = await askAt(beyond, moment, asked);
  return { questions: asked.length, unknown, differences };
}

const LISTS = (['v1', 'v2'] as const).flatMap((registry) =>
  WALLETS.map((wallet) => askList(registry, wallet)),
);
