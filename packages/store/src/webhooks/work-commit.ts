/** Writes what workers have done: the places of lanes, and each attempt. */
import { ask, type Database } from '../database/database.ts';
import type { Delivery } from './delivery-table.ts';
import type { WebhookLane } from './lane-row.ts';

export interface LaneKey {
  readonly endpointId: string;
  readonly chainId: number;
}

/** The lane as it should be. `version` is the one that was read. */
export interface LaneUpdate extends WebhookLane {
  readonly endpointId: string;
  readonly fence: number;
}

/** An attempt that ended. */
export interface Finished extends Delivery {
  readonly endpointId: string;
}

export async function commitWork(
  database: Database,
  worker: string,
  lanes: readonly LaneUpdate[],
  finished: readonly Finished[],
): Promise<LaneKey[]> {
  if (lanes.length === 0 && finished.length === 0) return [];
  const of = <T>(pick: (lane: LaneUpdate) => T) => lanes.map(pick);
  const tried = <T>(pick: (attempt: Finished) => T) => finished.map(pick);
  const rows = await ask<{ endpoint_id: string; chain_id: number }>(database, {
    name: 'commit-webhooks',
    text: COMMIT,
    values: [
      worker,
      of((lane) => lane.endpointId),
      of((lane) => lane.chainId),
      of((lane) => lane.fence),
      of((lane) => lane.version),
      of((lane) => lane.feed),
      of((lane) => lane.number),
      of((lane) => lane.stamp),
      of((lane) => lane.aside && JSON.stringify(lane.aside)),
      of((lane) => JSON.stringify(lane.told)),
      of((lane) => `{${lane.cancelled.join(',')}}`),
      of((lane) => lane.completeBlock),
      of((lane) => lane.failures),
      of((lane) => lane.nextTry),
      of((lane) => lane.failingEvent),
      of((lane) => lane.failingNumber),
      of((lane) => lane.lastError),
      tried((attempt) => attempt.endpointId),
      tried((attempt) => attempt.at),
      tried((attempt) => attempt.chainId),
      tried((attempt) => attempt.eventId),
      tried((attempt) => attempt.type),
      tried((attempt) => attempt.attempt),
      tried((attempt) => attempt.status),
      tried((attempt) => attempt.error),
      tried((attempt) => attempt.ms),
      tried((attempt) => attempt.body),
    ],
  });
  return rows.map(({ endpoint_id: endpointId, chain_id: chainId }) => ({ endpointId, chainId }));
}

const COMMIT = `
  with work as (
    select u.* from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[], $7::bigint[], $8::uuid[], $9::jsonb[],
      $10::jsonb[], $11::text[], $12::bigint[], $13::smallint[], $14::timestamptz[], $15::text[], $16::bigint[], $17::text[])
      as u (endpoint_id, chain_id, fence, version, feed, number, stamp, aside, told, cancelled, complete_block, failures,
        next_try, failing_event, failing_number, last_error)
    -- Not by the index of holders: a worker has as many endpoints as there are lanes.
    join webhook_endpoint e on e.id = u.endpoint_id and e.holder is not distinct from $1 and e.fence = u.fence
    order by u.endpoint_id, u.chain_id
  ),
  written as (
    insert into webhook_lane as l (endpoint_id, chain_id, version, feed, number, stamp, aside, told, cancelled, complete_block,
      failures, next_try, failing_event, failing_number, last_error)
    select endpoint_id, chain_id, version, feed, number, stamp, aside, told, cancelled::bigint[], complete_block, failures,
      next_try, failing_event, failing_number, last_error from work
    on conflict (endpoint_id, chain_id) do update set feed = excluded.feed, number = excluded.number, stamp = excluded.stamp,
      aside = excluded.aside, told = excluded.told, cancelled = excluded.cancelled, complete_block = excluded.complete_block,
      failures = excluded.failures, next_try = excluded.next_try, failing_event = excluded.failing_event,
      failing_number = excluded.failing_number, last_error = excluded.last_error
    where l.version = excluded.version
    returning endpoint_id, chain_id
  ),
  attempts as (
    insert into webhook_delivery (endpoint_id, at, chain_id, event_id, type, attempt, status, error, ms, body)
    select * from unnest($18::uuid[], $19::timestamptz[], $20::bigint[], $21::text[], $22::text[], $23::smallint[],
      $24::smallint[], $25::text[], $26::integer[], $27::text[])
  )
  select endpoint_id, chain_id from written`;
