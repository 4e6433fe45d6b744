/** Advisory locks: of the processes that share a database, one follows a chain. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from './server-client.ts';

/** Sets our locks apart from those of others in the same database. */
const NAMESPACE = 0x6d616e;
const HALF_KEY = 2 ** 32;
const RETRY_MS = 1_000;

export interface Locks {
  /**
   * Waits until the chain is ours, or `signal` ends the wait. The signal it gives tells that the lock was lost.
   * While it waits it says why: null when another process has the lock, an error when nobody can be asked.
   */
  hold(chainId: number, signal: AbortSignal, onWait: (problem: unknown) => void): Promise<AbortSignal>;
  /** Lets go of all chains. */
  close(): Promise<void>;
}

interface Session {
  readonly client: pg.Client;
  readonly lost: AbortController;
}

/** All locks hang on one connection: when it breaks they are free for others, and lost to us. */
export function createLocks(url: string): Locks {
  let opening: Promise<Session> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function open(): Promise<Session> {
    const client = createClient(url, {
      application_name: 'mandate locks',
      // The server lets go of the locks of a machine that has vanished, within some ten seconds.
      options: '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const lost = new AbortController();
    const session = client.connect().then(() => ({ client, lost }));
    const lose = () => {
      // A connection says several times that it broke: by the last time the next one may be open already.
      if (opening === session) opening = null;
      lost.abort(new Error('The connection that held the locks broke.'));
    };
    client.on('error', lose);
    client.on('end', lose);
    session.catch(lose);
    return session;
  }

  /** A connection takes one question at a time. */
  function tryLock(chainId: number): Promise<AbortSignal | null> {
    const asked = last.catch(() => {}).then(() => askLock(chainId));
    last = asked;
    return asked;
  }

  async function askLock(chainId: number): Promise<AbortSignal | null> {
    opening ??= open();
    const { client, lost } = await opening;
    // A key has two signed halves of 32 bits. Ids that need more bits take some of the namespace.
    const key = [NAMESPACE + Math.floor(chainId / HALF_KEY), chainId | 0];
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
