import { setTimeout as delay } from 'node:timers/promises';

/** Only what never comes gets to it: a slow machine is not a defect. */
const TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 20;

type Falsy = null | undefined | false;

/** Waits until `look` finds something, and returns it. */
export async function until<T>(
  what: string,
  look: () => T | Falsy | Promise<T | Falsy>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
    const found = await look();
    if (found) return found;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`After ${timeoutMs / 1_000} s still not so: ${what}.`);
}
