/** Random numbers that repeat for the same seed. */

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Mulberry32: small, and good enough for choices. Similar seeds give different sequences. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a whole number, both ends included. */
export function integer(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function pick<const T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[integer(random, 0, choices.length - 1)] ?? choices[0];
}
