/** Compares the extensions with the contracts: other moments, reasons, batches, resolve, wallets and snapshots. */
import { createRandom, type LocalChain } from '@mandate/contracts';
import { REGISTRY_IDS } from '@mandate/core';
import { type Compared, merge } from '../compared.ts';
import { WALLETS } from '../world.ts';
import { askAt } from './at-moment.ts';
import { compareBatch } from './batch.ts';
import { askCheck, askList } from './compared-question.ts';
import type { Context } from './context.ts';
import { createListAt } from './contract-lists.ts';
import { chooseMoments, type Moment } from './moments.ts';
import { chooseQuestions } from './questions.ts';
import { compareReasons } from './reasons.ts';
import { compareResolve } from './resolve.ts';
import { readBlocks } from './resting-chain.ts';
import { compareSnapshot } from './snapshot.ts';
import { findSteady } from './steady.ts';
import { createIsUnknowable } from './unknowable.ts';
import { compareWallet } from './wallet.ts';

/** The number of questions in one comparison. */
const SIZES = { checks: 30, reasons: 12, batch: 100, resolves: 12, wallets: 12, snapshots: 3 } as const;

export interface Asking extends Pick<Context, 'service' | 'chainIds'> {
  /** The same seed gives the same questions. */
  readonly seed: number;
  readonly rounds: number;
  /** The first block that questions may be about. Defaults to the first after the beginning. */
  readonly first?: number;
  /** True when the chain's node keeps no old state. */
  readonly isPruned?: boolean;
}

/** Each part chooses its questions when it starts. */
export interface Part {
  /** The moment, or what is asked for. */
  readonly name: string;
  compare(): Promise<Compared>[];
}

/** Compares one part after the other. Requires that the chain does not change and that the service has indexed all of it. */
export async function compareParts(
  chain: LocalChain,
  asking: Asking,
  list: (context: Context) => readonly Part[],
): Promise<Compared> {
  const context = await createContext(chain, asking);
  const found: Compared[] = [];
  for (let round = 0; round < asking.rounds; round++) {
    for (const { compare } of list(context)) found.push(...(await Promise.all(compare())));
  }
  return merge(found);
}

export function compareExtensions(chain: LocalChain, asking: Asking): Promise<Compared> {
  return compareParts(chain, asking, listParts);
}

/** Lists the parts of one round. */
export function listParts(context: Context): Part[] {
  const several = (name: string, compare: (context: Context) => Promise<Compared>, count: number): Part => {
    return { name, compare: () => Array.from({ length: count }, () => compare(context)) };
  };
  return [
    ...chooseMoments(context.resting, context.random).map((moment) => ({
      name: moment.name,
      compare: () => [
        compareAnswers(context, moment, SIZES.checks),
        compareReasons(context, moment, SIZES.reasons),
        compareBatch(context, moment, SIZES.batch),
      ],
    })),
    several('resolve', compareResolve, SIZES.resolves),
    several('wallets', compareWallet, SIZES.wallets),
    several('snapshots', compareSnapshot, SIZES.snapshots),
  ];
}

export async function createContext(
  chain: LocalChain,
  { service, chainIds, seed, first, isPruned = false }: Asking,
): Promise<Context> {
  const random = createRandom(seed);
  const resting = await readBlocks(chain, first);
  const listAt = createListAt(chain);
  const steady = await findSteady(resting, listAt);
  const isUnknowable = await createIsUnknowable(resting, isPruned);
  return { service, resting, listAt, steady, isUnknowable, chainIds, random };
}

async function compareAnswers(context: Context, moment: Moment, count: number): Promise<Compared> {
  const questions = await chooseQuestions(context, moment, count);
  const asked = [...questions.map(askCheck), ...LISTS];
  const { differences, unknown } = await askAt(context, moment, asked);
  return { questions: asked.length, unknown, differences };
}

const LISTS = REGISTRY_IDS.flatMap((registry) => WALLETS.map((wallet) => askList(registry, wallet)));
