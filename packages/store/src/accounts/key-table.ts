/** All SQL of the table `api_key`, which stores the hash of a key, never the key itself. */
import { type Address, parseAddress } from '@mandate/core';
import { ask, type Connection, type Database, toUnavailable, transact } from '../database/database.ts';
import { toBytes, toHex } from '../database/row.ts';

/** The stored fields of a new key. */
export interface KeyFields {
  readonly digest: Buffer;
  /** The version of the pepper that the digest was made with. */
  readonly pepper: number;
  /** The beginning of the key, by which its owner recognises it. */
  readonly prefix: string;
}

export interface NewKey extends KeyFields {
  readonly name: string;
  /** Null: the key belongs to the operator. */
  readonly owner: Address | null;
  readonly expiresAt: Date | null;
}

/** A key that a wallet creates for itself. */
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
  /** Creates a key for the operator, without a limit. */
  async function create({ digest, pepper, prefix, name, owner, expiresAt }: NewKey): Promise<KeyRecord> {
    const rows = await ask<KeyRow>(database, {
      text: `insert into api_key (digest, pepper, prefix, name, owner, expires_at)
        values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
      values: [digest, pepper, prefix, name, owner && toBytes(owner), expiresAt],
    });
    const [record] = rows.map(readKey);
    if (!record) throw new Error('PostgreSQL inserted a key but returned no row.');
    return record;
  }

  /** Creates a key. Returns null if the owner already has the maximum number of valid keys. */
  async function createOwned(
    { digest, pepper, prefix, name, owner, expiresAt }: OwnedKey,
    maxValid: number,
  ): Promise<KeyRecord | null> {
    return inTurn(database, owner, async (connection) => {
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

  /** Lists keys in the order of their creation, also revoked and expired ones. Without an owner: all keys. */
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

  /** Revokes a key, of this owner if one is given. Returns whether there was one. */
  async function revoke(id: number, owner?: Address): Promise<boolean> {
    const rows = await ask(database, {
      text: `update api_key set revoked_at = now() where id = $1 and revoked_at is null
        ${owner === undefined ? '' : 'and owner = $2'} returning id`,
      values: owner === undefined ? [id] : [id, toBytes(owner)],
    });
    return rows.length > 0;
  }

  /**
   * Revokes a valid key of this owner and creates its successor with the same name, in one transaction. Null: there
   * is no such key.
   */
  async function rotate(
    id: number,
    owner: Address,
    { digest, pepper, prefix }: KeyFields,
  ): Promise<KeyRecord | null> {
    return inTurn(database, owner, async (connection) => {
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
   * Finds the valid key with one of these digests. Null: there is none. The timing does not reveal whether a key is
   * unknown, revoked or expired. Each digest is a parameter of its own, because the planner can't know an array's
   * length.
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

  /** Records when keys were last used. Rows are locked in one order, so that concurrent calls never deadlock. */
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

/** Changes an owner's keys one request at a time across all processes, so that the count is still right at the write. */
async function inTurn<T>(
  database: Database,
  owner: Address,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await transact(database, async (connection) => {
      // A statement of its own, so that the next one sees all earlier writes.
      await connection.query("select pg_advisory_xact_lock(hashtextextended('keys of ' || $1, 0))", [owner]);
      return work(connection);
    });
  } catch (error) {
    throw toUnavailable(error);
  }
}
