/** Asks one server for its role and position, over a connection of its own that stays open. */
import type { Socket } from 'node:net';
import pg from 'pg';

export interface ServerState {
  /** The primary's timeline: every promotion starts a new one with a higher number. `null` if the server is a standby. */
  readonly timeline: number | null;
  /** The bytes of the write-ahead log that the server has written, or applied if it is a standby. */
  readonly position: number;
}

/** A server that takes longer for so small a query hangs. */
const TIMEOUT_MS = 2_000;

const LOOK = `select case when pg_is_in_recovery() then null
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
  pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
    '0/0')::float8 as position`;

export function lookAt(url: string) {
  let client: pg.Client | null = null;

  function open(): pg.Client {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'mandate servers',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    opened.on('error', () => {});
    opened.once('end', () => {
      if (client === opened) client = null;
    });
    return opened;
  }

  function close(): void {
    client?.end().catch(() => {});
    client = null;
  }

  return {
    async ask(): Promise<ServerState> {
      try {
        const isNew = client === null;
        client ??= open();
        const asked = client;
        if (isNew) await asked.connect();
        // The connection keeps the process alive only during a query.
        const socket = asked.connection.stream as Socket;
        socket.ref();
        const { rows } = await asked.query<ServerState>(LOOK);
        socket.unref();
        if (!rows[0]) throw new Error('The server returned no row about its role.');
        return rows[0];
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
