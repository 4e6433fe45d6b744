/** Reads and deletes of the table `webhook_delivery`: each attempt to deliver an event. */
import type { Address } from '@mandate/core';
import { ask, type Database } from '../database/database.ts';
import { toBytes } from '../database/row.ts';

export interface Delivery {
  readonly at: Date;
  /** 0 for an event that belongs to no chain. */
  readonly chainId: number;
  readonly eventId: string;
  readonly type: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** `null` if there was no answer. */
  readonly status: number | null;
  /** Why it failed. `null` if it was delivered. */
  readonly error: string | null;
  readonly ms: number;
  /** The beginning of the answer. */
  readonly body: string;
}

export interface DeliveriesRequest {
  /** Only attempts before this time. */
  readonly before?: Date | undefined;
  readonly limit: number;
}

interface DeliveryRow extends Pick<Delivery, 'at' | 'type' | 'attempt' | 'status' | 'error' | 'ms' | 'body'> {
  readonly chain_id: number;
  readonly event_id: string;
}

/** Lists attempts, newest first. */
export async function listDeliveries(
  database: Database,
  owner: Address,
  id: string,
  { before, limit }: DeliveriesRequest,
): Promise<Delivery[]> {
  const rows = await ask<DeliveryRow>(database, {
    name: 'list-webhook-deliveries',
    text: `select d.at, d.chain_id, d.event_id, d.type, d.attempt, d.status, d.error, d.ms, d.body
      from webhook_endpoint e join webhook_delivery d on d.endpoint_id = e.id
      where e.owner = $1 and e.id = $2 and d.at < coalesce($3::timestamptz, 'infinity') order by d.at desc limit $4`,
    values: [toBytes(owner), id, before ?? null, limit],
  });
  return rows.map(({ chain_id, event_id, ...row }) => ({ ...row, chainId: chain_id, eventId: event_id }));
}

const KEPT = "interval '30 days'";

/** Deletes old attempts, so many at most. Returns how many it deleted. */
export async function purgeDeliveries(database: Database, most: number): Promise<number> {
  const rows = await ask<{ deleted: number }>(database, {
    name: 'purge-webhook-deliveries',
    text: `with old as (
        delete from webhook_delivery where ctid = any(array(
          select ctid from webhook_delivery where at < now() - ${KEPT} order by at limit $1)) returning 1
      ) select count(*) as deleted from old`,
    values: [most],
  });
  return rows[0]?.deleted ?? 0;
}
