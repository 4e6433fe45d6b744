/**
 * All SQL of the tables `session` and `sign_in_nonce`, which holds used nonces. They store digests, never the tokens
 * and nonces themselves.
 */
import { type Address, parseAddress } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';

export interface Session {
  readonly owner: Address;
  readonly expiresAt: Date;
}

export interface SessionStore {
  /** Returns true if the nonce is used for the first time. Of several concurrent calls, one gets true. */
  useNonce(nonce: { digest: Buffer; browser: Buffer }): Promise<boolean>;
  /** Creates a session and ends the one that it replaces. */
  createSession(session: {
    digest: Buffer;
    owner: Address;
    lifetimeS: number;
    replaces: Buffer | null;
  }): Promise<Session>;
  findSession(digest: Buffer): Promise<Session | null>;
  deleteSession(digest: Buffer): Promise<void>;
  /** Signs a wallet out everywhere. */
  deleteSessions(owner: Address): Promise<void>;
  deleteExpired(): Promise<void>;
}

/** Longer than any nonce is valid, even if the clocks of this server and of those that issue nonces differ. */
const USED_NONCE_S = 15 * 60;

interface ExpiryRow {
  readonly expires_at: Date;
}

export function createSessionStore(database: Database): SessionStore {
  async function deleteExpired(): Promise<void> {
    await ask(database, { text: 'delete from sign_in_nonce where expires_at <= now()' });
    await ask(database, { text: 'delete from session where expires_at <= now()' });
  }

  return {
    async useNonce({ digest, browser }) {
      const rows = await ask(database, {
        name: 'use-nonce',
        text: `insert into sign_in_nonce (digest, browser, expires_at)
          values ($1, $2, now() + make_interval(secs => $3))
          on conflict (digest) do nothing
          returning 1 as used`,
        values: [digest, browser, USED_NONCE_S],
      });
      return rows.length === 1;
    },
    async createSession({ digest, owner, lifetimeS, replaces }) {
      const [row] = await ask<ExpiryRow>(database, {
        name: 'create-session',
        text: `with replaced as (delete from session where digest = $4)
          insert into session (digest, owner, expires_at) values ($1, $2, now() + make_interval(secs => $3))
          returning expires_at`,
        values: [digest, toBytes(owner), lifetimeS, replaces],
      });
      if (!row) throw new Error('PostgreSQL inserted a session but returned no row.');
      return { owner, expiresAt: row.expires_at };
    },
    async findSession(digest) {
      const [row] = await ask<ExpiryRow & { owner: Buffer }>(database, {
        name: 'find-session',
        text: 'select owner, expires_at from session where digest = $1 and expires_at > now()',
        values: [digest],
      });
      return row ? { owner: parseAddress(toHex(row.owner)), expiresAt: row.expires_at } : null;
    },
    async deleteSession(digest) {
      await ask(database, { text: 'delete from session where digest = $1', values: [digest] });
    },
    async deleteSessions(owner) {
      await ask(database, { text: 'delete from session where owner = $1', values: [toBytes(owner)] });
    },
    deleteExpired,
  };
}
