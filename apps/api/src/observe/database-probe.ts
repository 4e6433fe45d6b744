/** Knows whether the database answers now, without asking it at that moment: it is asked all the time. */
import { codeOf, messageOf } from '@mandate/core';
import { pause } from '@mandate/nodes';
import type { Logger } from 'pino';

const ASK_EVERY_MS = 500;
/** A database that has not answered for longer does not answer. */
const MAX_AGE_MS = 1_500;

export type DatabaseProbe = ReturnType<typeof startDatabaseProbe>;

/** Logs why the database does not answer: clients are told only that it does not. */
export function startDatabaseProbe(
  ask: () => Promise<unknown>,
  log: Pick<Logger, 'info' | 'error'>,
  now = () => performance.now(),
) {
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let problem: string | null = null;
  const ended = keepAsking();

  async function keepAsking(): Promise<void> {
    while (!closing.signal.aborted) {
      note(await ask().then(() => null, describeCause));
      first.resolve();
      await pause(ASK_EVERY_MS, closing.signal);
    }
  }

  function note(found: string | null): void {
    answeredAt = found === null ? now() : Number.NEGATIVE_INFINITY;
    if (found !== null && problem === null)
      log.error(
        { error: found },
        'the database does not answer: look at DATABASE_URL and at the log of PostgreSQL',
      );
    if (found === null && problem !== null) log.info('the database answers again');
    problem = found;
  }

  return {
    /** Resolves after the database was asked once, whether or not it answered. */
    first: first.promise,
    /** Tells whether the newest question was answered, and not long ago. */
    isAnswered: () => now() - answeredAt <= MAX_AGE_MS,
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** The cause, which names what PostgreSQL or the network said. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return messageOf(cause) || (codeOf(cause) ?? 'unknown');
}
