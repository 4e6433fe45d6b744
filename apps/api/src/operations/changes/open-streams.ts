/** The event streams that are open: how many there may be, and how all of them end. */
import type { ServerResponse } from 'node:http';
import type { SharedShares } from '../../access/limit/redis-shares.ts';
import { createShares, EVERYBODY, type Holder, levelsOf } from '../../access/limit/shares.ts';
import { ProblemError } from '../../http/problems.ts';

/** The total applies to each process. A client's share applies to all processes that share a Redis. */
const CAPS = { client: 10, key: 50, total: 10_000 };
/** A stream seldom ends by itself: to ask again at once is of no use. */
const RETRY_AFTER_S = 10;
/** A client may take this long to read the end of its stream. */
const LINGER_MS = 500;

/** `shared` counts the streams of clients for all processes. `null` if this process counts alone. */
export function createOpenStreams(shared: SharedShares | null) {
  const streams = new Set<{ end(): void; cut(): void }>();
  const shares = createShares();
  let isOver = false;

  const { take, give }: Omit<SharedShares, 'close'> = shared ?? {
    take: async (levels) => shares.take(levels, 1),
    give: (levels) => shares.give(levels, 1),
  };

  return {
    /** Holds a place until the response ends. `null` if clients are not told apart. Rejects when no place is left. */
    async open(holder: Holder | null, response: ServerResponse): Promise<AbortSignal> {
      const levels = levelsOf(holder, CAPS);
      const ofProcess = levels.filter(({ name }) => name === EVERYBODY);
      const ofClient = levels.filter(({ name }) => name !== EVERYBODY);
      if (isOver || shares.take(ofProcess, 1)) {
        const detail = `${streams.size} event streams are open, which is the maximum. Try again shortly.`;
        throw new ProblemError('overloaded', detail);
      }
      const ending = new AbortController();
      const stream = { end: () => ending.abort(), cut: () => response.socket?.destroy() };
      let isCounted = false;
      const forget = () => {
        if (!streams.delete(stream)) return;
        shares.give(ofProcess, 1);
        // With a reason, no error and its stack are made.
        ending.abort('closed');
        if (isCounted) give(ofClient);
      };
      streams.add(stream);
      response.once('close', forget);
      const full = await take(ofClient);
      if (full) {
        forget();
        const detail = `This client or its network has ${full.max} open event streams, which is the maximum. Close one first.`;
        throw new ProblemError('rate_limited', detail, undefined, RETRY_AFTER_S);
      }
      // It may have ended while Redis was asked.
      if (streams.has(stream)) isCounted = true;
      else give(ofClient);
      return ending.signal;
    },
    count: () => streams.size,
    /** All at once: who was sent what it did not read is not waited for. */
    endAll(): void {
      isOver = true;
      for (const { end } of streams) end();
      setTimeout(() => {
        for (const { cut } of streams) cut();
      }, LINGER_MS).unref();
    },
  };
}
