/** Shares the endpoints among the workers that are alive, by whole owners, so that the ceilings of an owner are counted in one place. */
import type { Connection } from '../database/database.ts';

/** A worker `w` has its lease, by the clock of the database. */
export const LIVE = 'w.alive_until > now()';
const ACTIVE = "e.state in ('new', 'active')";

export interface Share {
  /** Endpoints that are new or active. */
  readonly endpoints: number;
  readonly workers: number;
  /** Those that this worker has just taken or given back. */
  readonly taken: number;
  readonly released: number;
}

/** Workers share in turns. */
const LOCK = 0x77656268;

export async function shareEndpoints(
  connection: Connection,
  worker: string,
  leaseMs: number,
): Promise<Share> {
  await connection.query(
    `insert into webhook_worker (id, alive_until) values ($1, clock_timestamp() + $2::integer * interval '1 millisecond')
     on conflict (id) do update set alive_until = excluded.alive_until`,
    [worker, leaseMs],
  );
  const { rows: turn } = await connection.query<{ mine: boolean }>(
    'select pg_try_advisory_xact_lock($1) as mine',
    [LOCK],
  );
  if (!turn[0]?.mine) return { endpoints: 0, workers: 0, taken: 0, released: 0 };
  await connection.query("delete from webhook_worker where alive_until < now() - interval '1 hour'");
  const { rows } = await connection.query<{ workers: number; endpoints: number; mine: number }>(
    `select (select count(*) from webhook_worker w where ${LIVE}) as workers,
       count(*) as endpoints, count(*) filter (where e.holder = $1) as mine
     from webhook_endpoint e where ${ACTIVE}`,
    [worker],
  );
  const { workers = 1, endpoints = 0, mine = 0 } = rows[0] ?? {};
  const wanted = Math.ceil(endpoints / Math.max(1, workers));
  const taken = await take(connection, worker, Math.max(0, wanted - mine));
  const released = mine > wanted ? await release(connection, worker, mine - wanted) : 0;
  return { endpoints, workers, taken, released };
}

/**
 * Takes the free endpoints of owners that this worker has already, and then whole owners that no other worker has, until it
 * has as many more as it wants.
 */
async function take(connection: Connection, worker: string, wanted: number): Promise<number> {
  const { rows } = await connection.query<{ taken: number }>(
    `with alive as (select w.id from webhook_worker w where ${LIVE}),
     owners as (
       select e.owner, bool_or(e.holder = $1) as is_mine, count(*) filter (where e.holder is distinct from $1) as free
       from webhook_endpoint e where ${ACTIVE}
       group by e.owner
       having not coalesce(bool_or(e.holder <> $1 and e.holder in (select id from alive)), false)
         and bool_or(e.holder is distinct from $1)
     ),
     chosen as (
       select owner from (
         select owner, is_mine, sum(free) over (order by coalesce(is_mine, false) desc, owner) - free as before from owners
       ) o where o.is_mine or o.before < $2
     ),
     taken as (
       update webhook_endpoint e set holder = $1, fence = e.fence + 1 from chosen c
       where e.owner = c.owner and ${ACTIVE} and e.holder is distinct from $1 returning e.id
     ),
     fenced as (update webhook_lane l set version = l.version + 1 from taken t where l.endpoint_id = t.id)
     select count(*) as taken from taken`,
    [worker, wanted],
  );
  return rows[0]?.taken ?? 0;
}

/** Gives whole owners back, as long as not more endpoints than these are given back. */
async function release(connection: Connection, worker: string, most: number): Promise<number> {
  const { rows } = await connection.query<{ released: number }>(
    `with owners as (
       select e.owner, sum(count(*)) over (order by count(*), e.owner) as upto
       from webhook_endpoint e where e.holder = $1 group by e.owner
     ),
     released as (
       update webhook_endpoint e set holder = null from owners o
       where e.owner = o.owner and e.holder = $1 and o.upto <= $2 returning e.id
     )
     select count(*) as released from released`,
    [worker, most],
  );
  return rows[0]?.released ?? 0;
}
