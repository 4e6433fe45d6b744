import type { Random } from '@mandate/contracts';
import type { Difference } from '../compare.ts';
import type { Service } from '../service.ts';
import type { ListAt } from './contract-lists.ts';
import type { RestingChain } from './resting-chain.ts';
import type { Steady } from './steady.ts';
import type { IsUnknowable } from './unknowable.ts';

/** What every comparison needs. */
export interface Context {
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
