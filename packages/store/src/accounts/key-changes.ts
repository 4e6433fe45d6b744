/** Changes to the table `api_key`. Each writes its event in the same transaction. */
import type { Address } from '@mandate/core';
import { type Connection, type Database, toUnavailable, transact } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { addKeyEvent, type KeyActor, listDifferences } from './key-event-table.ts';
import { KEY_COLUMNS, type KeyRecord, type KeyRow, readKey, VALID } from './key-row.ts';
import { type KeyRules, NO_RULES, RULE_COLUMNS, valuesOf } from './key-rules.ts';

/** The stored fields of a new key. */
export interface KeyFields {
  readonly digest: Buffer;
  /** The version of the pepper that the digest was made with. */
  readonly pepper: number;
  /** The beginning of the key, by which its owner recognises it. */
  readonly prefix: string;
}

/** Without rules: an unrestricted secret key. */
export interface NewKey extends KeyFields, Partial<KeyRules> {
  readonly name: string;
  /** `null` if the key belongs to the operator. */
  readonly owner: Address | null;
  readonly expiresAt: Date | null;
}

/** A key that a wallet creates for itself. */
export interface OwnedKey extends NewKey {
  readonly owner: Address;
}

/** The values to change; others stay. The kind of a key never changes. */
export type KeyChange = Partial<Omit<KeyRules, 'kind'> & Pick<KeyRecord, 'name'>>;

const CHANGEABLE = ['name', 'origins', 'operations', 'chains', 'ceiling', 'visitorCeiling'] as const;

export function createKeyChanges(database: Database) {
  /** Creates a key for the operator, without a limit. */
  async function create(key: NewKey): Promise<KeyRecord> {
    return inTurn(database, key.owner, async (connection) => {
      const record = await insertKey(connection, key, 'operator');
      if (!record) throw new Error('PostgreSQL inserted a key but returned no row.');
      return record;
    });
  }

  /** Creates a key. Returns null if the owner already has the maximum number of valid keys. */
  async function createOwned(key: OwnedKey, maxValid: number): Promise<KeyRecord | null> {
    return inTurn(database, key.owner, async (connection) => {
      const { rows } = await connection.query<{ valid: number }>(
        `select count(*) as valid from api_key where owner = $1 and ${VALID}`,
        [toBytes(key.owner)],
      );
      return (rows[0]?.valid ?? 0) < maxValid ? insertKey(connection, key, 'owner') : null;
    });
  }

  /** Changes a valid key. Without an owner: any key, for the operator. `null` if there is no such key. */
  async function change(
    id: number,
    owner: Address | undefined,
    changes: KeyChange,
  ): Promise<KeyRecord | null> {
    return ofKey(database, id, owner, async (connection, old) => {
      const next = { ...old, ...changes, kind: old.kind };
      const detail = listDifferences(CHANGEABLE, old, next);
      if (Object.keys(detail).length === 0) return old;
      const { rows } = await connection.query<KeyRow>(
        `update api_key set name = $2, (${RULE_COLUMNS}) = row ($3, $4::text[], $5::text[], $6::bigint[], $7::integer, $8::integer)
          where id = $1 returning ${KEY_COLUMNS}`,
        [id, next.name, ...valuesOf(next)],
      );
      await addKeyEvent(connection, { ...eventOf(old, owner), event: 'changed', detail });
      return rows.map(readKey)[0] ?? null;
    });
  }

  /** Revokes a key, of this owner if one is given. Returns whether there was one. */
  async function revoke(id: number, owner?: Address): Promise<boolean> {
    const revoked = await inTurn(database, null, async (connection) => {
      const { rows } = await connection.query<KeyRow>(
        `update api_key set revoked_at = now() where id = $1 and revoked_at is null
          ${owner === undefined ? '' : 'and owner = $2'} returning ${KEY_COLUMNS}`,
        owner === undefined ? [id] : [id, toBytes(owner)],
      );
      const [key] = rows.map(readKey);
      if (!key) return null;
      await addKeyEvent(connection, { ...eventOf(key, owner), event: 'revoked', detail: {} });
      return key;
    });
    return revoked !== null;
  }

  /**
   * Creates the successor of a valid key, with the same name, rules and expiry. The old key ends at once, or after the overlap.
   * A key that was rotated before is not rotated again, and the predecessor of the key ends now: at most two keys
   * of a line are valid at a time. Without an owner: any key, for the operator. `null` if there is no such key.
   */
  async function rotate(
    id: number,
    owner: Address | undefined,
    { digest, pepper, prefix }: KeyFields,
    overlapMs = 0,
  ): Promise<KeyRecord | null> {
    return ofKey(database, id, owner, async (connection, old) => {
      if (old.rotatedTo !== null) return null;
      const next = await insertKey(connection, { ...old, digest, pepper, prefix });
      await connection.query(
        `update api_key set rotated_to = $2, revoked_at = case when $3::bigint = 0 then now() end,
          expires_at = case when $3::bigint = 0 then expires_at
            else least(expires_at, now() + $3::bigint * interval '1 millisecond') end
          where id = $1`,
        [id, next?.id, overlapMs],
      );
      await connection.query(`update api_key set revoked_at = now() where rotated_to = $1 and ${VALID}`, [
        id,
      ]);
      const detail = { to: next?.id, prefix, overlapMs };
      await addKeyEvent(connection, { ...eventOf(old, owner), event: 'rotated', detail });
      return next;
    });
  }

  return { create, createOwned, change, revoke, rotate };
}

/** Without an owner who acts, the operator does. */
function eventOf({ id, owner }: KeyRecord, acting: Address | undefined) {
  const actor: KeyActor = acting === undefined ? 'operator' : 'owner';
  return { keyId: id, owner, actor };
}

/** Inserts a key. Without an actor: the caller writes the event. */
async function insertKey(connection: Connection, key: NewKey, actor?: KeyActor): Promise<KeyRecord | null> {
  const { digest, pepper, prefix, name, owner, expiresAt } = key;
  const { rows } = await connection.query<KeyRow>(
    `insert into api_key (digest, pepper, prefix, name, owner, expires_at, ${RULE_COLUMNS})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${KEY_COLUMNS}`,
    [digest, pepper, prefix, name, owner && toBytes(owner), expiresAt, ...valuesOf({ ...NO_RULES, ...key })],
  );
  const [record] = rows.map(readKey);
  if (!record) return null;
  if (actor !== undefined) {
    const { kind, origins, operations, chains, ceiling, visitorCeiling } = record;
    const rules = { kind, origins, operations, chains, ceiling, visitorCeiling };
    const detail = { name, prefix, expiresAt, ...rules };
    await addKeyEvent(connection, { keyId: record.id, owner, actor, event: 'created', detail });
  }
  return record;
}

/** Works on a valid key of this owner, or of anyone, in turn with other changes. `null` if there is no such key. */
async function ofKey(
  database: Database,
  id: number,
  owner: Address | undefined,
  work: (connection: Connection, key: KeyRecord) => Promise<KeyRecord | null>,
): Promise<KeyRecord | null> {
  return inTurn(database, owner ?? null, async (connection) => {
    const { rows } = await connection.query<KeyRow>(
      `select ${KEY_COLUMNS} from api_key where id = $1 and ${VALID}
        ${owner === undefined ? '' : 'and owner = $2'} for no key update`,
      owner === undefined ? [id] : [id, toBytes(owner)],
    );
    const [key] = rows.map(readKey);
    return key ? work(connection, key) : null;
  });
}

/** Changes an owner's keys one request at a time across all processes, so that the count is still right at the write. */
async function inTurn<T>(
  database: Database,
  owner: Address | null,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await transact(database, async (connection) => {
      // A statement of its own, so that the next one sees all earlier writes.
      if (owner !== null)
        await connection.query("select pg_advisory_xact_lock(hashtextextended('keys of ' || $1, 0))", [
          owner,
        ]);
      return work(connection);
    });
  } catch (error) {
    throw toUnavailable(error);
  }
}
