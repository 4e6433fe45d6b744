/** The part that measures the tables of webhooks: their sizes, and how long each statement of a worker holds its locks. */
import { randomUUID } from 'node:crypto';
import {
  connect,
  createWebhookStore,
  createWebhookWorkStore,
  type Database,
  type LaneUpdate,
  migrate,
} from '@mandate/store';
import { quantile } from '../median.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import type { Part } from '../part.ts';
import { type Sample, toSamples, toSmallest } from '../sample.ts';

const SIZES = [1_000, 10_000];
const OWNED = 10;
const CHAINS = 2;
const DAYS = 30;
const ATTEMPTS_PER_DAY = 10;
const TABLES = ['webhook_endpoint', 'webhook_lane', 'webhook_delivery'];
/** The batches of workers. */
const [LANES, PURGED, LOADED, LISTED] = [2_000, 5_000, 500, 100];
const LEASE_MS = 60_000;

export const endpoints: Part = {
  about: `the tables of webhooks with ${SIZES.join(' and ')} endpoints and ${DAYS} days of attempts`,
  isLong: true,
  baseline: toSmallest,
  async measure({ rounds }, note) {
    for (const rows of SIZES) {
      const postgres = await startOwnPostgres();
      const database = connect({ url: postgres.url });
      try {
        await migrate(database);
        await fill(database, rows);
        for (const table of TABLES) note(toSamples({ name: table, rows }, await sizeOf(database, table)));
        note(await measureWork(database, rows, rounds));
      } finally {
        await database.end();
        await postgres.remove();
      }
    }
  },
};

async function fill(database: Database, rows: number): Promise<void> {
  await database.query(
    `insert into webhook_endpoint (id, owner, url, name, state, wallets, mark, alive_minutes, secret)
     select gen_random_uuid(), decode(lpad(to_hex(n / $2), 40, '0'), 'hex'), 'https://' || n || '.example/mandate', 'Endpoint ' || n,
       'active', array[decode(lpad(to_hex(n), 40, '0'), 'hex')], 'latest', 10, repeat('s', 150) from generate_series(1, $1::integer) n`,
    [rows, OWNED],
  );
  await database.query(
    `insert into webhook_lane (endpoint_id, chain_id, feed, number, stamp)
     select id, chain_id, gen_random_uuid(), 1, gen_random_uuid() from webhook_endpoint, generate_series(0, $1::integer) chain_id`,
    [CHAINS],
  );
  await database.query(
    `insert into webhook_delivery (endpoint_id, at, chain_id, event_id, type, attempt, status, ms, body)
     select id, now() - n * interval '1 day' / $1::integer, 1, '1-' || gen_random_uuid(), 'delegation.granted', 1, 200, 40, 'ok'
     from generate_series($1::integer * $2::integer, 1, -1) n, webhook_endpoint`,
    [ATTEMPTS_PER_DAY, DAYS],
  );
  await database.query('vacuum analyze');
}

async function sizeOf(database: Database, table: string): Promise<Record<string, number>> {
  const { rows } = await database.query<{ rows: number; bytes: number }>(
    `select (select count(*) from ${table}) as rows, pg_total_relation_size($1) as bytes`,
    [table],
  );
  const [{ rows: count, bytes } = { rows: 0, bytes: 0 }] = rows;
  return { MB: bytes / 2 ** 20, rows: count };
}

async function measureWork(database: Database, rows: number, rounds: number): Promise<Sample[]> {
  const work = createWebhookWorkStore(database);
  const hooks = createWebhookStore(database);
  const taken = new Map<string, number[]>();
  const time = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const begunMs = performance.now();
    const done = await run();
    taken.set(name, [...(taken.get(name) ?? []), performance.now() - begunMs]);
    return done;
  };
  for (let round = 0; round < rounds; round++) {
    const worker = randomUUID();
    await time('a worker takes all endpoints', () => work.beat(worker, LEASE_MS));
    await time('a beat that changes nothing', () => work.beat(worker, LEASE_MS));
    const ids = [...(await work.listHeld(worker)).keys()].slice(0, LOADED);
    const held = await time(`${LOADED} endpoints are loaded`, () => work.load(worker, ids));
    const lanes = held.flatMap(({ id: endpointId, fence, lanes: own }) =>
      own.map((lane): LaneUpdate => ({ ...lane, endpointId, fence, number: lane.number + 1 })),
    );
    const some = lanes.slice(0, LANES);
    const written = await time(`${some.length} places are written`, () => work.commit(worker, some, []));
    if (written.length !== some.length) throw new Error(`${written.length} of ${some.length} were written.`);
    const [first] = held;
    if (first)
      await time(`${LISTED} attempts are listed`, () =>
        hooks.listDeliveries(first.owner, first.id, { limit: LISTED }),
      );
    await database.query(
      `update webhook_delivery set at = at - interval '30 days' where ctid = any(array(
         select ctid from webhook_delivery where at > now() - interval '30 days' order by at limit $1))`,
      [PURGED],
    );
    await time(`${PURGED} old attempts are deleted`, () => work.purgeDeliveries(PURGED));
    await work.leave(worker);
  }
  return [...taken].flatMap(([name, ms]) => toSamples({ name, rows }, { 'p50 ms': quantile(ms, 0.5) }));
}
