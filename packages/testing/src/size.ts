/** The amount of work of the long tests, and their seed. `FULL=1` runs all of it; the gate runs less. */
const FULL = process.env['FULL'] === '1';
const FULL_TIMEOUT_MS = 30 * 60_000;
const SMALL_TIMEOUT_MS = 3 * 60_000;

export const size = (small: number, full: number): number => (FULL ? full : small);

export const TIMEOUT_MS = FULL ? FULL_TIMEOUT_MS : SMALL_TIMEOUT_MS;

/** Reads `SEED`, or chooses a new one, and prints it: the same seed repeats the run. */
export function readSeed(name: string): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${name}: SEED=${seed}\n`);
  return seed;
}
