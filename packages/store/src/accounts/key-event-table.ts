/** All SQL of the table `key_event`, the log of changes to keys. */
import type { Address } from '@mandate/core';
import { ask, type Connection, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { readOwner } from './key-row.ts';

/** The wallet that owns the key, or the operator of the service. */
export type KeyActor = 'owner' | 'operator';
type KeyEventName = 'created' | 'changed' | 'rotated' | 'revoked';

export interface KeyEvent {
  /** Later events have higher ids. */
  readonly id: number;
  readonly keyId: number;
  /** The present name of the key, and its beginning. */
  readonly keyName: string;
  readonly prefix: string;
  /** The owner of the key. `null` if the key belongs to the operator. */
  readonly owner: Address | null;
  readonly at: Date;
  readonly actor: KeyActor;
  readonly event: KeyEventName;
  /** The values of a created key, `{ from, to }` of each changed value, or the successor of a rotated key. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export type NewKeyEvent = Omit<KeyEvent, 'id' | 'keyName' | 'prefix' | 'at'>;

const KEPT_DAYS = 365;

interface EventRow {
  readonly id: number;
  readonly key_id: number;
  readonly name: string;
  readonly prefix: string;
  readonly owner: Buffer | null;
  readonly at: Date;
  readonly actor: KeyActor;
  readonly event: KeyEventName;
  readonly detail: Record<string, unknown>;
}

/** Writes an event in the transaction of the change, so that neither exists without the other. */
export async function addKeyEvent(
  connection: Connection,
  { keyId, owner, actor, event, detail }: NewKeyEvent,
): Promise<void> {
  await connection.query(
    'insert into key_event (key_id, owner, actor, event, detail) values ($1, $2, $3, $4, $5)',
    [keyId, owner && toBytes(owner), actor, event, JSON.stringify(detail)],
  );
}

/** Lists events, the newest first: of one owner's keys, or of all keys. `before` is the id of the last one seen. */
export async function listKeyEvents(
  database: Database,
  { owner }: { readonly owner?: Address },
  limit: number,
  before?: number,
): Promise<KeyEvent[]> {
  const values: unknown[] = [limit];
  const conditions: string[] = [];
  const where = (condition: string, value: unknown) =>
    conditions.push(condition.replace('?', `$${values.push(value)}`));
  if (owner !== undefined) where('e.owner = ?', toBytes(owner));
  if (before !== undefined) where('e.id < ?', before);
  const rows = await ask<EventRow>(database, {
    text: `select e.id, e.key_id, k.name, k.prefix, e.owner, e.at, e.actor, e.event, e.detail
      from key_event e join api_key k on k.id = e.key_id
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by e.id desc limit $1`,
    values,
  });
  return rows.map(({ key_id: keyId, name: keyName, owner, ...rest }) => {
    return { ...rest, keyId, keyName, owner: readOwner(owner) };
  });
}

/** Deletes events that are older than a year. */
export async function purgeKeyEvents(database: Database, olderThanDays = KEPT_DAYS): Promise<void> {
  await ask(database, {
    text: 'delete from key_event where at < now() - make_interval(days => $1)',
    values: [olderThanDays],
  });
}
