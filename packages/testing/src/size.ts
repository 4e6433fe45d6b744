/** How much the long tests do, and by which seed. `FULL=1` is what the service is held to; the gate runs less. */
const FULL = process.env['FULL'] === '1';
const FULL_TIMEOUT_MS = 30 * 60_000;
const SMALL_TIMEOUT_MS = 60_000;

export const size = (small: number, full: number): number => (FULL ? full : small);

export const TIMEOUT_MS = FULL ? FULL_TIMEOUT_MS : SMALL_TIMEOUT_MS;

/** Of `SEED`, or a new one. It is printed: a run with the same seed asks the same. */
export function readSeed(name: string): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`${name}: SEED=${seed}\n`);
  return seed;
}
