/** Creates, reads and changes endpoints for their owners. Workers notice every change by `changed_at`, and lanes by their version. */
import type { Address } from '@mandate/core';
import { addEndpointEvent, listDifferences } from '../accounts/key-event-table.ts';
import { type Connection, type Database, toUnavailable, transact } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { type DeliveriesRequest, listDeliveries } from './delivery-table.ts';
import {
  CHOSEN_FIELDS,
  ENDPOINT_COLUMNS,
  type EndpointRow,
  FIELD_COLUMNS,
  readEndpoint,
  valuesOf,
  type WebhookEndpoint,
  type WebhookFields,
} from './endpoint-row.ts';
import { LANE_COLUMNS, type LaneRow, readLane, type WebhookLane } from './lane-row.ts';
import { type ReplayFrom, replay, requestTest, skip } from './owned-lanes.ts';

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** The lane of an endpoint with how far it is behind the log. */
export interface OwnedLane extends WebhookLane {
  /** Entries of the log after its place. `null` if the ledger does not have the chain, or another log. */
  readonly behind: number | null;
}

export interface OwnedEndpoint extends WebhookEndpoint {
  /** Without the chains that it was sent nothing of yet. */
  readonly lanes: readonly OwnedLane[];
}

export interface NewWebhook extends WebhookFields {
  /** Chosen by the caller, because the secret is sealed for it. */
  readonly id: string;
  readonly secret: string;
}

const CHANGED = 'changed_at = clock_timestamp()';

export function createWebhookStore(database: Database) {
  /** Creates an endpoint, which sends a challenge first. `null` if the owner already has the most endpoints. */
  async function create(owner: Address, hook: NewWebhook, most: number): Promise<OwnedEndpoint | null> {
    return inTurn(database, owner, async (connection) => {
      const { rows } = await connection.query<{ there: number }>(
        'select count(*) as there from webhook_endpoint where owner = $1',
        [toBytes(owner)],
      );
      if ((rows[0]?.there ?? 0) >= most) return null;
      await connection.query(
        `insert into webhook_endpoint (id, owner, secret, ${FIELD_COLUMNS})
         values ($1, $2, $3, $4, $5, $6::bigint[], $7::smallint[], $8::bytea[], $9::bytea[], $10::bytea[], $11::smallint[], $12, $13)`,
        [hook.id, toBytes(owner), hook.secret, ...valuesOf(hook)],
      );
      await connection.query('insert into webhook_lane (endpoint_id, chain_id) values ($1, 0)', [hook.id]);
      const chosen = Object.fromEntries(CHOSEN_FIELDS.map((field) => [field, hook[field]]));
      await addEndpointEvent(connection, owner, hook, 'created', chosen);
      const [made] = await readOwned(connection, owner, hook.id);
      return made ?? null;
    });
  }

  const get = async (owner: Address, id: string) => (await readOwned(database, owner, id))[0] ?? null;

  /** Stops sending. */
  const pause = (owner: Address, id: string) =>
    ofEndpoint(database, owner, id, async (connection, old) => {
      const { rowCount } = await connection.query(
        `update webhook_endpoint set state = 'paused', reason = null, ${CHANGED} where id = $1 and state = 'active'`,
        [id],
      );
      if (rowCount) await addEndpointEvent(connection, owner, old, 'paused');
    });

  /** Goes on from where the endpoint is, at once. One that is new or off sends its challenge again. */
  const resume = (owner: Address, id: string) =>
    ofEndpoint(database, owner, id, async (connection, old) => {
      await connection.query(
        `update webhook_endpoint set state = case when state in ('new', 'off') then 'new' else 'active' end, reason = null, ${CHANGED}
         where id = $1`,
        [id],
      );
      await beginAgain(connection, id);
      if (old.state !== 'active') await addEndpointEvent(connection, owner, old, 'resumed');
    });

  /** Removes an endpoint. Returns whether there was one. */
  async function remove(owner: Address, id: string): Promise<boolean> {
    return inTurn(database, owner, async (connection) => {
      const { rows } = await connection.query<{ id: string; name: string }>(
        'delete from webhook_endpoint where owner = $1 and id = $2 returning id, name',
        [toBytes(owner), id],
      );
      for (const removed of rows) await addEndpointEvent(connection, owner, removed, 'removed');
      return rows.length > 0;
    });
  }

  /** Replaces the secret. Events are signed with both until the overlap is over. */
  const rotate = (owner: Address, id: string, sealed: string, overlapMs: number) =>
    ofEndpoint(database, owner, id, async (connection, old) => {
      await connection.query(
        `update webhook_endpoint set secret = $2, old_secret = secret,
           old_secret_until = now() + $3::bigint * interval '1 millisecond', ${CHANGED} where id = $1`,
        [id, sealed, overlapMs],
      );
      await addEndpointEvent(connection, owner, old, 'rotated', { overlapMs });
    });

  return {
    create,
    list: (owner: Address) => readOwned(database, owner, null),
    get,
    change: (owner: Address, id: string, changes: Partial<WebhookFields>) =>
      changeEndpoint(database, owner, id, changes),
    pause,
    resume,
    remove,
    rotate,
    requestTest: (owner: Address, id: string) => requestTest(database, owner, id),
    replay: (owner: Address, id: string, from: ReplayFrom) => replay(database, owner, id, from),
    skip: (owner: Address, id: string, chainId: number, eventId: string) =>
      skip(database, owner, id, chainId, eventId),
    listDeliveries: (owner: Address, id: string, request: DeliveriesRequest) =>
      listDeliveries(database, owner, id, request),
  };
}

const changeEndpoint = (database: Database, owner: Address, id: string, changes: Partial<WebhookFields>) =>
  ofEndpoint(database, owner, id, async (connection, old) => {
    const next = { ...old, ...changes };
    // Another URL has to answer a challenge of its own.
    const isElsewhere = next.url !== old.url;
    await connection.query(
      `update webhook_endpoint set (${FIELD_COLUMNS})
         = row ($2, $3, $4::bigint[], $5::smallint[], $6::bytea[], $7::bytea[], $8::bytea[], $9::smallint[], $10, $11::smallint),
         state = case when $12 then 'new' else state end, reason = case when $12 then null else reason end, ${CHANGED}
       where id = $1`,
      [id, ...valuesOf(next), isElsewhere],
    );
    if (isElsewhere) await beginAgain(connection, id);
    const detail = listDifferences(CHOSEN_FIELDS, old, next);
    if (Object.keys(detail).length > 0) await addEndpointEvent(connection, owner, next, 'changed', detail);
  });

/** Works on an endpoint of an owner, in turn with other changes, and returns it afterwards. `null` if there is no such endpoint. */
async function ofEndpoint(
  database: Database,
  owner: Address,
  id: string,
  work: (connection: Connection, old: OwnedEndpoint) => Promise<void>,
): Promise<OwnedEndpoint | null> {
  return inTurn(database, owner, async (connection) => {
    const [old] = await readOwned(connection, owner, id);
    if (!old) return null;
    await work(connection, old);
    return (await readOwned(connection, owner, id))[0] ?? null;
  });
}

/** Changes an owner's endpoints one request at a time across all processes. */
async function inTurn<T>(
  database: Database,
  owner: Address,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await transact(database, async (connection) => {
      await connection.query("select pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))", [
        owner,
      ]);
      return work(connection);
    });
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Forgets failures, so that the next try comes at once. */
async function beginAgain(connection: Connection, id: string): Promise<void> {
  await connection.query(
    `update webhook_lane set failures = 0, next_try = null, version = version + 1,
       aside = case when aside->>'type' = 'endpoint.challenge' then null else aside end
     where endpoint_id = $1`,
    [id],
  );
}

async function readOwned(
  connection: Connection | Database,
  owner: Address,
  id: string | null,
): Promise<OwnedEndpoint[]> {
  const { rows } = await connection
    .query<EndpointRow & { lanes: (LaneRow & { behind: number | null })[] }>(
      `select ${ENDPOINT_COLUMNS}, (
         select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('behind', l.behind) order by l.chain_id), '[]') from (
           select ${LANE_COLUMNS}, c.changes - l.number as behind
           from webhook_lane l left join chain c on c.chain_id = l.chain_id and c.feed = l.feed
           where l.endpoint_id = e.id
         ) l
       ) as lanes
       from webhook_endpoint e where e.owner = $1 and ($2::uuid is null or e.id = $2) order by e.created_at, e.id`,
      [toBytes(owner), id],
    )
    .catch((error) => {
      throw toUnavailable(error);
    });
  return rows.map(({ lanes, ...row }) => ({
    ...readEndpoint(row),
    // JSON has times as text.
    lanes: lanes.map(({ behind, next_try, ...lane }) => ({
      ...readLane({ ...lane, next_try: next_try && new Date(next_try) }),
      behind,
    })),
  }));
}
