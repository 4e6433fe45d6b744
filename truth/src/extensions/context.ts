import type { Random } from '@mandate/contracts';
import type { Service } from '../service.ts';
import type { ListAt } from './contract-lists.ts';
import type { RestingChain } from './resting-chain.ts';
import type { Steady } from './steady.ts';
import type { IsUnknowable } from './unknowable.ts';

/** The input of every comparison. */
export interface Context {
  readonly service: Service;
  /** The chain whose answers are compared. */
  readonly resting: RestingChain;
  readonly listAt: ListAt;
  /** The grants that count in strict answers. */
  readonly steady: Steady;
  /** Returns true for questions that may be answered with 503. */
  readonly isUnknowable: IsUnknowable;
  /** All supported chains. The other chains change meanwhile and are compared later, when they rest. */
  readonly chainIds: readonly number[];
  /** Must be used before any await, so that a seed repeats the same choices. */
  readonly random: Random;
}
