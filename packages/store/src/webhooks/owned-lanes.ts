/** Moves the places of an endpoint for its owner: replay, skip, and a test event. */
import { randomUUID } from 'node:crypto';
import type { Address } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';
import { type AsideEvent, NO_FAILURES } from './lane-row.ts';

/** A place in the log of a chain: the first change at or after a time in seconds or a block, or after a number of a log whose identity begins with `feed`, as in a cursor of the feed. */
export interface ReplayFrom {
  readonly chainId: number;
  readonly from:
    | { readonly time: number }
    | { readonly block: number }
    | { readonly number: number; readonly feed: string };
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
  { chainId, from }: ReplayFrom,
): Promise<number | null> {
  const [row] = await ask<{ number: number }>(database, {
    name: 'replay-webhook',
    text: `with ${TOUCHED}, asked as (
        -- Changes of a block have its time. Without min() over all of them, changes that a repair wrote later would hide others.
        select c.feed, c.changes, case
          when $4::bigint is not null then $4
          else coalesce((
            select min(h.number + 0) - 1 from change h
            where h.chain_id = c.chain_id and h.block >= coalesce($6::bigint, 0)
              and h.timestamp >= coalesce($5::bigint, (
                select b.timestamp from block b where b.chain_id = c.chain_id and b.number >= $6 order by b.number limit 1))
          ), c.changes) end as number
        from chain c where c.chain_id = $3 and c.feed::text like coalesce($7, '') || '%'
      )
      insert into webhook_lane as l (endpoint_id, chain_id, feed, number, stamp)
      select t.id, $3, a.feed, a.number, h.stamp
      from touched t cross join asked a left join change h on h.chain_id = $3 and h.number = a.number
      where a.number between 0 and a.changes
      -- A lane of an earlier log keeps that log: its receiver is first told that the log was rewritten.
      on conflict (endpoint_id, chain_id) do update set feed = coalesce(l.feed, excluded.feed),
        number = excluded.number, stamp = excluded.stamp, version = l.version + 1, ${NO_FAILURES}
      returning l.number`,
    values: [
      toBytes(owner),
      id,
      chainId,
      'number' in from ? from.number : null,
      'time' in from ? from.time : null,
      'block' in from ? from.block : null,
      'feed' in from ? from.feed : null,
    ],
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
