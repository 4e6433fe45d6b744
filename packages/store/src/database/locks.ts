/** Advisory locks: of all processes that share a database, only one follows a chain, and only one audits it. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { configure, createClient } from './server-client.ts';

/** Separates our locks from other applications' locks in the same database. */
const NAMESPACES = { follow: 0x6d616e, audit: 0x61756400 };
const HALF_KEY = 2 ** 32;
const RETRY_MS = 1_000;
/** If the machine of the holder vanishes, the server releases its locks within about ten seconds. */
const KEEPALIVES = { tcp_keepalives_idle: '4', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

export interface Locks {
  /**
   * Waits until this process holds the chain's lock, or until `signal` aborts. The returned signal aborts when the
   * lock is lost. While waiting, `onWait` gets the reason: null if another process has the lock, an error if the
   * database cannot be asked.
   */
  hold(chainId: number, signal: AbortSignal, onWait: (problem: unknown) => void): Promise<AbortSignal>;
  /** Releases all chains. */
  close(): Promise<void>;
}

interface Session {
  readonly client: pg.Client;
  readonly lost: AbortController;
}

/** All locks belong to one connection: if it breaks, other processes can take them. */
export function createLocks(url: string, purpose: keyof typeof NAMESPACES = 'follow'): Locks {
  let opening: Promise<Session> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function open(): Promise<Session> {
    const client = createClient(url, {
      application_name: 'mandate locks',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const lost = new AbortController();
    const session = client
      .connect()
      .then(() => configure(client, KEEPALIVES))
      .then(() => ({ client, lost }));
    const lose = () => {
      // A broken connection emits several events. By the last one, the next connection may be open already.
      if (opening === session) opening = null;
      lost.abort(new Error('The connection that held the locks broke.'));
    };
    client.on('error', lose);
    client.on('end', lose);
    session.catch(lose);
    return session;
  }

  /** Takes turns: a connection runs one query at a time. */
  function tryLock(chainId: number): Promise<AbortSignal | null> {
    const asked = last.catch(() => {}).then(() => askLock(chainId));
    last = asked;
    return asked;
  }

  async function askLock(chainId: number): Promise<AbortSignal | null> {
    opening ??= open();
    const { client, lost } = await opening;
    // A key has two signed halves of 32 bits. Ids that need more bits use some of the namespace.
    const key = [NAMESPACES[purpose] + Math.floor(chainId / HALF_KEY), chainId | 0];
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, $2) as held',
      key,
    );
    return rows[0]?.held ? lost.signal : null;
  }

  return {
    async hold(chainId, signal, onWait) {
      for (;;) {
        signal.throwIfAborted();
        try {
          const held = await tryLock(chainId);
          if (held) return held;
          onWait(null);
        } catch (error) {
          onWait(error);
        }
        await delay(RETRY_MS, undefined, { signal });
      }
    },
    async close() {
      const session = await opening?.catch(() => null);
      await session?.client.end();
    },
  };
}
