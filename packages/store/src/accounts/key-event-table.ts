/** All SQL of the table `key_event`, the log of changes to keys and to webhook endpoints. */
import type { Address } from '@mandate/core';
import { ask, type Connection, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { readOwner } from './key-row.ts';

/** The wallet that owns the key or endpoint, or the operator of the service. */
export type KeyActor = 'owner' | 'operator';
type KeyEventName = 'created' | 'changed' | 'rotated' | 'revoked';
type EndpointEventName = 'created' | 'changed' | 'rotated' | 'paused' | 'resumed' | 'removed';

export interface KeyEvent {
  /** Later events have higher ids. */
  readonly id: number;
  /** The key with its present name, and its beginning. `null`: the event is about an endpoint. */
  readonly key: { readonly id: number; readonly name: string; readonly prefix: string } | null;
  /** The endpoint with its name at that time. `null`: the event is about a key. */
  readonly endpoint: ChangedEndpoint | null;
  /** The owner. `null` if the key belongs to the operator. */
  readonly owner: Address | null;
  readonly at: Date;
  readonly actor: KeyActor;
  readonly event: KeyEventName | EndpointEventName;
  /** The values of what was created, `{ from, to }` of each changed value, or what replaces a rotated key or secret. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface ChangedEndpoint {
  readonly id: string;
  readonly name: string;
}

export interface NewKeyEvent extends Pick<KeyEvent, 'owner' | 'actor' | 'detail'> {
  readonly keyId: number;
  readonly event: KeyEventName;
}

const KEPT_DAYS = 365;

interface EventRow {
  readonly id: number;
  readonly key: KeyEvent['key'];
  readonly endpoint: ChangedEndpoint | null;
  readonly owner: Buffer | null;
  readonly at: Date;
  readonly actor: KeyActor;
  readonly event: KeyEvent['event'];
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

/** Writes what an owner did to an endpoint, in the transaction of the change. */
export async function addEndpointEvent(
  connection: Connection,
  owner: Address,
  { id, name }: ChangedEndpoint,
  event: EndpointEventName,
  detail: KeyEvent['detail'] = {},
): Promise<void> {
  await connection.query(
    `insert into key_event (endpoint_id, endpoint_name, owner, actor, event, detail) values ($1, $2, $3, 'owner', $4, $5)`,
    [id, name, toBytes(owner), event, JSON.stringify(detail)],
  );
}

/** Returns `{ from, to }` of each field that differs. */
export function listDifferences<T extends object>(
  fields: readonly (keyof T & string)[],
  old: T,
  next: T,
): KeyEvent['detail'] {
  const changed = fields.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: old[name], to: next[name] }]));
}

/** Lists events, the newest first: of one owner, or of all. `before` is the id of the last one seen. */
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
    text: `select e.id, e.owner, e.at, e.actor, e.event, e.detail,
        case when k.id is not null then json_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix) end as key,
        case when e.key_id is null then json_build_object('id', e.endpoint_id, 'name', e.endpoint_name) end as endpoint
      from key_event e left join api_key k on k.id = e.key_id
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by e.id desc limit $1`,
    values,
  });
  return rows.map(({ owner, ...rest }) => ({ ...rest, owner: readOwner(owner) }));
}

/** Deletes events that are older than a year. */
export async function purgeKeyEvents(database: Database, olderThanDays = KEPT_DAYS): Promise<void> {
  await ask(database, {
    text: 'delete from key_event where at < now() - make_interval(days => $1)',
    values: [olderThanDays],
  });
}
