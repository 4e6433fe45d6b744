/** Reads and writes for workers. Every write of a lane needs the lease of its endpoint, and the version that was read. */
import { ask, type Database, toUnavailable, transact } from '../database/database.ts';
import { LIVE, type Share, shareEndpoints } from './claim.ts';
import { purgeDeliveries } from './delivery-table.ts';
import {
  ENDPOINT_COLUMNS,
  type EndpointRow,
  readEndpoint,
  type WebhookEndpoint,
  type WebhookMark,
  type WebhookState,
} from './endpoint-row.ts';
import { findReset } from './feed-reset-table.ts';
import { LANE_COLUMNS, type LaneRow, readLane, type WebhookLane } from './lane-row.ts';
import { commitWork, type Finished, type LaneKey, type LaneUpdate } from './work-commit.ts';
import { findStart, findUndoing } from './work-places.ts';

export type WebhookWorkStore = ReturnType<typeof createWebhookWorkStore>;

interface HeldLane extends WebhookLane {
  /** The place is not in the log, although the log has the same identity. */
  readonly isLost: boolean;
}

/** An endpoint that a worker has, with its lanes. */
export interface HeldEndpoint extends WebhookEndpoint {
  readonly fence: number;
  /** The version of what the owner chose. */
  readonly changedAt: Date;
  readonly lanes: readonly HeldLane[];
}

/** Which endpoints a worker has, by id, with the fence of each. */
export type Held = ReadonlyMap<string, number>;

export function createWebhookWorkStore(database: Database) {
  /** Renews the lease of a worker, and evens out the endpoints among all of them. Returns how many there are to share. */
  async function beat(worker: string, leaseMs: number): Promise<Share> {
    try {
      return await transact(database, (connection) => shareEndpoints(connection, worker, leaseMs));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** Ends the lease of a worker and lets others take its endpoints. */
  async function leave(worker: string): Promise<void> {
    await ask(database, {
      text: `with gone as (delete from webhook_worker where id = $1)
        update webhook_endpoint set holder = null where holder = $1`,
      values: [worker],
    });
  }

  async function listHeld(worker: string): Promise<Held> {
    const rows = await ask<{ id: string; fence: number }>(database, {
      name: 'list-held-webhooks',
      text: 'select id, fence from webhook_endpoint where holder = $1',
      values: [worker],
    });
    return new Map(rows.map(({ id, fence }) => [id, fence]));
  }

  /** Lists the endpoints of a worker that changed since a time. Changes may commit a moment after their time. */
  async function listChanged(worker: string, since: Date): Promise<{ id: string; changedAt: Date }[]> {
    const rows = await ask<{ id: string; changed_at: Date }>(database, {
      name: 'list-changed-webhooks',
      text: 'select id, changed_at from webhook_endpoint where holder = $1 and changed_at >= $2 order by changed_at',
      values: [worker, since],
    });
    return rows.map(({ id, changed_at: changedAt }) => ({ id, changedAt }));
  }

  /** Moves an endpoint to another state, unless its owner has done so meanwhile. Returns whether it was moved. */
  async function settle(
    worker: string,
    { id, fence }: Pick<HeldEndpoint, 'id' | 'fence'>,
    from: WebhookState,
    to: WebhookState,
    reason: string | null,
  ): Promise<boolean> {
    const rows = await ask(database, {
      name: 'settle-webhook',
      text: `update webhook_endpoint set state = $5, reason = $6
        where id = $1 and holder = $2 and fence = $3 and state = $4 returning id`,
      values: [id, worker, fence, from, to, reason],
    });
    return rows.length > 0;
  }

  /** Counts endpoints by state, and those whose holder is not alive. */
  async function count(): Promise<{
    states: ReadonlyMap<WebhookState, number>;
    unheld: number;
    failing: number;
  }> {
    const rows = await ask<{ state: WebhookState; total: number; unheld: number; failing: number }>(
      database,
      {
        name: 'count-webhooks',
        text: `select e.state, count(*) as total,
          count(*) filter (where e.state in ('new', 'active') and (e.holder is null or not exists (
            select from webhook_worker w where w.id = e.holder and ${LIVE}))) as unheld,
          count(*) filter (where e.state = 'active' and exists (
            select from webhook_lane l where l.endpoint_id = e.id and l.failures >= 3)) as failing
        from webhook_endpoint e group by e.state`,
      },
    );
    const sum = (of: 'unheld' | 'failing') => rows.reduce((all, row) => all + row[of], 0);
    return {
      states: new Map(rows.map(({ state, total }) => [state, total])),
      unheld: sum('unheld'),
      failing: sum('failing'),
    };
  }

  return {
    beat,
    leave,
    listHeld,
    listChanged,
    load: (worker: string, ids: readonly string[]) => loadHeld(database, worker, ids),
    settle,
    count,
    /** Writes lanes and attempts in one statement. Returns the lanes that were written; the others belong to somebody else by now. */
    commit: (
      worker: string,
      lanes: readonly LaneUpdate[],
      finished: readonly Finished[],
    ): Promise<LaneKey[]> => commitWork(database, worker, lanes, finished),
    findReset: (chainId: number, oldFeed: string, newFeed: string) =>
      findReset(database, chainId, oldFeed, newFeed),
    findStart: (chainId: number, mark: WebhookMark) => findStart(database, chainId, mark),
    findUndoing: (chainId: number, numbers: readonly number[]) => findUndoing(database, chainId, numbers),
    purgeDeliveries: (most: number) => purgeDeliveries(database, most),
  };
}

async function loadHeld(database: Database, worker: string, ids: readonly string[]): Promise<HeldEndpoint[]> {
  if (ids.length === 0) return [];
  type Row = EndpointRow & { fence: number; changed_at: Date; lanes: (LaneRow & { is_lost: boolean })[] };
  const rows = await ask<Row>(database, {
    name: 'load-webhooks',
    text: `select ${ENDPOINT_COLUMNS}, e.fence, e.changed_at, (
        select coalesce(jsonb_agg(l), '[]') from (
          select ${LANE_COLUMNS}, coalesce(c.changes < l.number or h.stamp <> l.stamp, false) as is_lost
          from webhook_lane l
          left join chain c on c.chain_id = l.chain_id and c.feed = l.feed
          left join change h on h.chain_id = c.chain_id and h.number = l.number
          where l.endpoint_id = e.id
        ) l
      ) as lanes
      from webhook_endpoint e where e.holder = $1 and e.id = any($2::uuid[])`,
    values: [worker, ids],
  });
  return rows.map(({ fence, changed_at: changedAt, lanes, ...row }) => ({
    ...readEndpoint(row),
    fence,
    changedAt,
    lanes: lanes.map(({ is_lost: isLost, ...lane }) => ({
      ...readLane({ ...lane, next_try: lane.next_try && new Date(lane.next_try) }),
      isLost,
    })),
  }));
}
