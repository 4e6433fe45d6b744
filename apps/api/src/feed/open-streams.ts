/** The event streams that are open: how many there may be, and how all of them end. */
import type { ServerResponse } from 'node:http';
import { ProblemError } from '../problems.ts';
import { findPeers, type Peers } from '../processes/peers.ts';

/** Of a process. */
const MOST_STREAMS = 1_000;
/** Of all processes behind one port together. */
const MOST_OF_A_CLIENT = 10;
/** A stream seldom ends by itself: to ask again at once is of no use. */
const RETRY_AFTER_S = 10;
/** How long a client that was told the end may take to read it. */
const LINGER_MS = 500;

export interface OpenStreams {
  /** Until the response is over. Null: the client may have as many as it likes. Rejects where there are enough. */
  open(client: string | null, response: ServerResponse): Promise<AbortSignal>;
  count(): number;
  /** All at once: who was sent what it did not read is not waited for. */
  endAll(): void;
}

interface Stream {
  readonly client: string | null;
  end(): void;
  cut(): void;
}

export function createOpenStreams(
  peers: Pick<Peers, 'openStream' | 'closeStream'> | null = findPeers(),
): OpenStreams {
  const streams = new Set<Stream>();
  let isOver = false;

  /** The stream is among the others already. */
  async function isOneTooMany({ client }: Stream): Promise<boolean> {
    if (client === null) return false;
    if (peers) return !(await peers.openStream(client, MOST_OF_A_CLIENT));
    return [...streams].filter((other) => other.client === client).length > MOST_OF_A_CLIENT;
  }

  return {
    async open(client, response) {
      if (streams.size >= MOST_STREAMS || isOver) {
        throw new ProblemError('overloaded', `There are ${streams.size} event streams open already.`);
      }
      const ending = new AbortController();
      const stream = { client, end: () => ending.abort(), cut: () => response.socket?.destroy() };
      const release = () => client !== null && peers?.closeStream(client);
      let isCounted = false;
      const forget = () => {
        streams.delete(stream);
        ending.abort();
        if (isCounted) release();
      };
      streams.add(stream);
      response.once('close', forget);
      if (await isOneTooMany(stream)) {
        forget();
        const detail = `${MOST_OF_A_CLIENT} event streams are open from this address, and no more may be.`;
        throw new ProblemError('rate_limited', detail, undefined, RETRY_AFTER_S);
      }
      // It may have ended while the others were asked.
      if (streams.has(stream)) isCounted = true;
      else release();
      return ending.signal;
    },
    count: () => streams.size,
    endAll() {
      isOver = true;
      for (const { end } of streams) end();
      setTimeout(() => {
        for (const { cut } of streams) cut();
      }, LINGER_MS).unref();
    },
  };
}
