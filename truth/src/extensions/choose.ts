import { integer, type Random } from '@mandate/contracts';

/** Draws this many, with repetition. */
export function choose<T>(random: Random, from: readonly T[], count: number): T[] {
  return Array.from({ length: count }, () => chooseOne(random, from));
}

export function chooseOne<T>(random: Random, from: readonly T[]): T {
  return from[integer(random, 0, from.length - 1)] as T;
}
