/** All SQL of the tables `node_calls` and `node_state`. */
import { ask, type Database } from '../database/database.ts';

/** A node of a chain, by its label. */
interface NodeName {
  readonly chainId: number;
  readonly node: string;
}

interface NodeState extends NodeName {
  readonly head: number | null;
  readonly vote: string | null;
  readonly outvotedAt: Date | null;
  readonly error: string | null;
  readonly errorAt: Date | null;
  readonly latencyMs: number | null;
}

/** The indexer's view of a node since its last report. `null` if there is nothing new. */
export interface NodeReport extends NodeState {
  /** The number of outvoted answers since then. */
  readonly outvoted: number;
}

/** Calls that a node got on a day like 2026-11-16 (UTC), since the last report. */
export interface NodeCalls extends NodeName {
  readonly day: string;
  readonly calls: number;
}

/** The calls of a node on one day and in its month so far. */
export interface NodeUsage extends NodeName {
  readonly today: number;
  readonly month: number;
}

export interface KnownNode extends NodeState {
  /** The time since the indexer's report, by the database's clock. */
  readonly ageMs: number;
  readonly outvoted: number;
  readonly callsToday: number;
}

/** Long enough to compare a year with the one before. */
const KEPT_MONTHS = 13;

const TODAY = "(now() at time zone 'utc')::date";

export type NodeStore = ReturnType<typeof createNodeStore>;

export function createNodeStore(database: Database) {
  /**
   * Adds calls and updates states in one statement, and removes nodes that are no longer configured on the reported
   * chains. Returns what all indexers together had counted before, up to `day`.
   */
  async function report(
    day: string,
    states: readonly NodeReport[],
    calls: readonly NodeCalls[],
  ): Promise<NodeUsage[]> {
    return ask<{ chainId: number; node: string; today: number; month: number }>(database, {
      name: 'report-nodes',
      text: `with reported as (
          select * from unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::timestamptz[],
              $8::text[], $9::timestamptz[], $10::integer[])
            as r (chain_id, node, head, vote, outvoted, outvoted_at, error, error_at, latency_ms)
        ), updated as (
          insert into node_state as s (chain_id, node, head, vote, outvoted, outvoted_at, error, error_at, latency_ms, updated_at)
          select r.*, now() from reported r order by chain_id, node
          on conflict (chain_id, node) do update set
            head = coalesce(excluded.head, s.head), vote = excluded.vote,
            outvoted = s.outvoted + excluded.outvoted, outvoted_at = coalesce(excluded.outvoted_at, s.outvoted_at),
            error = coalesce(excluded.error, s.error), error_at = coalesce(excluded.error_at, s.error_at),
            latency_ms = coalesce(excluded.latency_ms, s.latency_ms), updated_at = excluded.updated_at
        ), removed as (
          delete from node_state s where chain_id = any($2)
            and not exists (select from reported r where (r.chain_id, r.node) = (s.chain_id, s.node))
        ), added as (
          insert into node_calls as c (day, node, chain_id, calls)
          select a.* from unnest($11::date[], $12::text[], $13::bigint[], $14::bigint[]) as a (day, node, chain_id, calls)
          order by day, node, chain_id
          on conflict (day, node, chain_id) do update set calls = c.calls + excluded.calls
        )
        select chain_id as "chainId", node, coalesce(sum(calls) filter (where day = $1::date), 0)::bigint as today,
          sum(calls)::bigint as month
        from node_calls where day between date_trunc('month', $1::date) and $1::date group by chain_id, node`,
      values: [
        day,
        states.map(({ chainId }) => chainId),
        states.map(({ node }) => node),
        states.map(({ head }) => head),
        states.map(({ vote }) => vote),
        states.map(({ outvoted }) => outvoted),
        states.map(({ outvotedAt }) => outvotedAt),
        states.map(({ error }) => error),
        states.map(({ errorAt }) => errorAt),
        states.map(({ latencyMs }) => latencyMs),
        calls.map((each) => each.day),
        calls.map(({ node }) => node),
        calls.map(({ chainId }) => chainId),
        calls.map((each) => each.calls),
      ],
    });
  }

  async function list(): Promise<KnownNode[]> {
    return ask<KnownNode>(database, {
      name: 'list-nodes',
      text: `select s.chain_id as "chainId", s.node, s.head, s.vote, s.outvoted, s.outvoted_at as "outvotedAt",
          s.error, s.error_at as "errorAt", s.latency_ms as "latencyMs",
          greatest(0, extract(epoch from now() - s.updated_at) * 1000)::bigint as "ageMs",
          coalesce(c.calls, 0)::bigint as "callsToday"
        from node_state s
        left join node_calls c on c.chain_id = s.chain_id and c.node = s.node and c.day = ${TODAY}
        order by s.chain_id, s.node`,
    });
  }

  /** Deletes old calls, and nodes of chains that are no longer followed. */
  async function purge(): Promise<void> {
    await ask(database, {
      text: `with gone as (delete from node_state where updated_at < now() - interval '1 month')
        delete from node_calls where day < ${TODAY} - interval '${KEPT_MONTHS} months'`,
    });
  }

  return { report, list, purge };
}
