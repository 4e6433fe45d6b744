/** Waits as long as a rate limit asks for, however often. */
import { setTimeout as delay } from 'node:timers/promises';
import { RateLimitedError } from '@mandate/sdk';

/** A service that asks for more has a limit of another kind, e.g. for a day. */
const MAX_WAIT_MS = 120_000;

interface Waiting {
  readonly signal: AbortSignal;
  showProgress(text: string): void;
}

export async function waitOut<T>(ask: () => Promise<T>, { signal, showProgress }: Waiting): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const waitMs = error instanceof RateLimitedError ? error.retryAfterMs : null;
      if (waitMs === null || waitMs > MAX_WAIT_MS) throw error;
      showProgress(`waiting ${Math.ceil(waitMs / 1_000)} s for the rate limit`);
      await delay(waitMs, undefined, { signal });
    }
  }
}
