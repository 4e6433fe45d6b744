/** Moves the places of an endpoint for its owner: replay, skip, and a test event. */
import { randomUUID } from 'node:crypto';
import type { Address } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { type AsideEvent, NO_FAILURES } from './lane-row.ts';

/** A place in the log of a chain: after the change with a number. `feed` is the beginning of the log's identity, as in a cursor of the feed. */
export interface ReplayFrom {
  readonly chainId: number;
  readonly number: number;
  readonly feed: string;
}

/** The owner may skip an event after so many failures. */
export const MIN_FAILURES_TO_SKIP = 3;

/** Finds endpoint $2 of owner $1, and lets its worker notice. */
const TOUCHED = `touched as (
    update webhook_endpoint set changed_at = clock_timestamp() where owner = $1 and id = $2 returning id
  )`;

/**
 * Moves an endpoint to a place in the log of a chain, also one of which it was sent nothing yet. Returns the number of the last
 * change that is not sent again. `null` if there is no such endpoint, chain or log.
 */
export async function replay(
  database: Database,
  owner: Address,
  id: string,
  { chainId, number, feed }: ReplayFrom,
): Promise<number | null> {
  const [row] = await ask<{ number: number }>(database, {
    name: 'replay-webhook',
    text: `with ${TOUCHED}
      insert into webhook_lane as l (endpoint_id, chain_id, feed, number, stamp)
      select t.id, c.chain_id, c.feed, $4, h.stamp
      from touched t cross join chain c left join change h on h.chain_id = c.chain_id and h.number = $4
      where c.chain_id = $3 and c.feed::text like $5 || '%' and $4::bigint between 0 and c.changes
      -- A lane of an earlier log keeps that log: its receiver is first told that the log was rewritten.
      on conflict (endpoint_id, chain_id) do update set feed = coalesce(l.feed, excluded.feed),
        number = excluded.number, stamp = excluded.stamp, version = l.version + 1, ${NO_FAILURES}
      returning l.number`,
    values: [toBytes(owner), id, chainId, number, feed],
  });
  return row?.number ?? null;
}

/** Goes on after an event that failed several times. Returns whether this event was the one that fails. */
export async function skip(
  database: Database,
  owner: Address,
  id: string,
  chainId: number,
  eventId: string,
): Promise<boolean> {
  const rows = await ask(database, {
    name: 'skip-webhook-event',
    text: `with ${TOUCHED}
      update webhook_lane l set aside = case when l.failing_number is null then null else l.aside end,
        number = coalesce(l.failing_number, l.number),
        stamp = case when l.failing_number is null then l.stamp
          else (select h.stamp from change h where h.chain_id = $3 and h.number = l.failing_number) end,
        version = l.version + 1, ${NO_FAILURES}
      from touched t
      where l.endpoint_id = t.id and l.chain_id = $3 and l.failing_event = $4 and l.failures >= $5
      returning l.number`,
    values: [toBytes(owner), id, chainId, eventId, MIN_FAILURES_TO_SKIP],
  });
  return rows.length > 0;
}

/** Sends a test event next. Returns its id. `null` if there is no such endpoint, or its URL has not answered the challenge yet. */
export async function requestTest(database: Database, owner: Address, id: string): Promise<string | null> {
  const event: AsideEvent = {
    id: randomUUID(),
    type: 'endpoint.test',
    timestamp: new Date().toISOString(),
    data: {},
  };
  const rows = await ask(database, {
    name: 'test-webhook',
    text: `with touched as (
        update webhook_endpoint set changed_at = clock_timestamp()
        where owner = $1 and id = $2 and state = 'active' returning id
      )
      update webhook_lane l set aside = $3, version = l.version + 1, ${NO_FAILURES}
      from touched t where l.endpoint_id = t.id and l.chain_id = 0 returning l.endpoint_id`,
    values: [toBytes(owner), id, JSON.stringify(event)],
  });
  return rows.length > 0 ? event.id : null;
}
