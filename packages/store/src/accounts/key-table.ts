/** All SQL of the table `api_key`. Of a key itself nothing comes here: only what it hashes to. */
import { type Address, parseAddress } from '@mandate/core';
import { ask, type Connection, type Database, toUnavailable, transact } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';

/** What is kept of a key that was just made. */
export interface KeyFields {
  readonly digest: Buffer;
  /** The version of the pepper that the digest was made under. */
  readonly pepper: number;
  /** The beginning of the key, by which its owner knows it again. */
  readonly prefix: string;
}

export interface NewKey extends KeyFields {
  readonly name: string;
  /** Null: the operator's. */
  readonly owner: Address | null;
  readonly expiresAt: Date | null;
}

/** A key that a wallet makes for itself. */
export interface OwnedKey extends NewKey {
  readonly owner: Address;
}

export interface KeyRecord {
  readonly id: number;
  readonly prefix: string;
  readonly name: string;
  readonly owner: Address | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface ValidKey {
  readonly id: number;
  readonly owner: Address | null;
}

interface KeyRow {
  readonly id: number;
  readonly prefix: string;
  readonly name: string;
  readonly owner: Buffer | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

const COLUMNS = 'id, prefix, name, owner, created_at, last_used_at, expires_at, revoked_at';
const VALID = 'revoked_at is null and (expires_at is null or expires_at > now())';

export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore(database: Database) {
  /** Makes a key on the operator's behalf. There is no limit. */
  async function create({ digest, pepper, prefix, name, owner, expiresAt }: NewKey): Promise<KeyRecord> {
    const rows = await ask<KeyRow>(database, {
      text: `insert into api_key (digest, pepper, prefix, name, owner, expires_at)
        values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
      values: [digest, pepper, prefix, name, owner && toBytes(owner), expiresAt],
    });
    const [record] = rows.map(readKey);
    if (!record) throw new Error('PostgreSQL took a key and returned none.');
    return record;
  }

  /** Makes a key. Returns null if its owner already has the maximum of valid keys. */
  async function createOwned(
    { digest, pepper, prefix, name, owner, expiresAt }: OwnedKey,
    maxValid: number,
  ): Promise<KeyRecord | null> {
    return inTurn(owner, async (connection) => {
      const { rows } = await connection.query<KeyRow>(
        `insert into api_key (digest, pepper, prefix, name, owner, expires_at)
          select $1, $2, $3, $4, $5, $6
          where (select count(*) from api_key where owner = $5 and ${VALID}) < $7
          returning ${COLUMNS}`,
        [digest, pepper, prefix, name, toBytes(owner), expiresAt, maxValid],
      );
      return rows.map(readKey)[0] ?? null;
    });
  }

  /** Changes an owner's keys one request at a time, over all processes, so that the count holds until the write. */
  async function inTurn<T>(owner: Address, work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await transact(database, async (connection) => {
        // A statement of its own: the next one sees all that was written before it was this request's turn.
        await connection.query("select pg_advisory_xact_lock(hashtextextended('keys of ' || $1, 0))", [
          owner,
        ]);
        return work(connection);
      });
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** In the order they were made, those that are revoked or expired too. Without an owner: everybody's. */
  async function list({ owner }: { readonly owner?: Address } = {}): Promise<KeyRecord[]> {
    const rows = await ask<KeyRow>(
      database,
      owner === undefined
        ? { text: `select ${COLUMNS} from api_key order by id` }
        : {
            text: `select ${COLUMNS} from api_key where owner = $1 order by id`,
            values: [toBytes(owner)],
          },
    );
    return rows.map(readKey);
  }

  /** Whether there was one to revoke. With an owner: among theirs. */
  async function revoke(id: number, owner?: Address): Promise<boolean> {
    const rows = await ask(database, {
      text: `update api_key set revoked_at = now() where id = $1 and revoked_at is null
        ${owner === undefined ? '' : 'and owner = $2'} returning id`,
      values: owner === undefined ? [id] : [id, toBytes(owner)],
    });
    return rows.length > 0;
  }

  /** Revokes a valid key of this owner and makes the next under its name, both or neither. Null: there is none. */
  async function rotate(
    id: number,
    owner: Address,
    { digest, pepper, prefix }: KeyFields,
  ): Promise<KeyRecord | null> {
    return inTurn(owner, async (connection) => {
      const { rows } = await connection.query<KeyRow>(
        `with old as (
            update api_key set revoked_at = now() where id = $1 and owner = $2 and ${VALID}
            returning name, owner, expires_at
          )
          insert into api_key (digest, pepper, prefix, name, owner, expires_at)
          select $3, $4, $5, name, owner, expires_at from old returning ${COLUMNS}`,
        [id, toBytes(owner), digest, pepper, prefix],
      );
      return rows.map(readKey)[0] ?? null;
    });
  }

  /**
   * The key with one of these digests. Null: there is none that is neither revoked nor expired, and nothing in how
   * that was found out says which. A parameter each, not an array: of an array's length the planner knows nothing.
   */
  async function findValid(digests: readonly Buffer[]): Promise<ValidKey | null> {
    if (digests.length === 0) return null;
    const any = digests.map((_, index) => `$${index + 1}`).join(', ');
    const [row] = await ask<Pick<KeyRow, 'id' | 'owner'>>(database, {
      name: `find-valid-key-${digests.length}`,
      text: `select id, owner from api_key where digest in (${any}) and ${VALID}`,
      values: [...digests],
    });
    return row ? { id: row.id, owner: readOwner(row.owner) } : null;
  }

  /** Says when keys were last used. Rows are locked in one order, so that two who say it at once never deadlock. */
  async function touch(used: ReadonlyMap<number, Date>): Promise<void> {
    if (used.size === 0) return;
    await ask(database, {
      name: 'touch-keys',
      text: `with used as (
          select k.id, u.at from unnest($1::bigint[], $2::timestamptz[]) as u (id, at) join api_key k using (id)
          order by k.id for no key update of k
        )
        update api_key k set last_used_at = greatest(k.last_used_at, used.at) from used where k.id = used.id`,
      values: [[...used.keys()], [...used.values()]],
    });
  }

  return { create, createOwned, list, revoke, rotate, findValid, touch };
}

function readKey(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    owner: readOwner(row.owner),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function readOwner(owner: Buffer | null): Address | null {
  return owner && parseAddress(toHex(owner));
}
