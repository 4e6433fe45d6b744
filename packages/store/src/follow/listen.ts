/** Notifies at once when the ledger of a chain has changed. */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../database/server-client.ts';
import { within } from '../database/within.ts';

/** The channel that announces changes of a chain's ledger. */
export const CHANNEL = 'mandate_ledger';

const RETRY_MS = 1_000;
const FAREWELL_MS = 1_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Keeps a connection of its own and reconnects whenever it breaks. Notifications sent meanwhile are lost, and a
 * standby sends none: callers must also poll.
 */
export function listen(url: string, heard: (chainId: number) => void): Listener {
  const closing = new AbortController();
  const ended = keepListening();

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {});
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  /** Returns when the connection ends. */
  async function listenOnce(): Promise<void> {
    const client = createClient(url, {
      application_name: 'mandate listener',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const over = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
      closing.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => heard(Number(payload)));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await over;
    } finally {
      client.on('error', () => {});
      // A server that hangs does not confirm the end of a connection.
      await within(FAREWELL_MS, client.end());
    }
  }

  return {
    async close() {
      closing.abort();
      await ended;
    },
  };
}
