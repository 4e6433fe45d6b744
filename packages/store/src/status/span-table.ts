/** All SQL of the table `status_span`: the worst lag and state of each chain in spans of 5 minutes. */
import { ask, type Database } from '../database/database.ts';

/** In order of severity. A span has the worst state that was seen in it. */
const STATES = ['ready', 'indexing', 'lagging', 'tainted'] as const;
export type SpanState = (typeof STATES)[number];

export const SPAN_SECONDS = 300;
const KEPT_DAYS = 30;
/** The newest incidents that are read, over all chains. */
const MAX_INCIDENTS = 200;
const MAX_LAG_SECONDS = 2 ** 31 - 1;

/** A chain as the indexer saw it since its last report. */
export interface SpanReport {
  readonly chainId: number;
  /** `null` if no block is known. */
  readonly lagSeconds: number | null;
  readonly state: SpanState;
}

/** The limits of what is recorded about a chain, in Unix seconds. */
export interface RecordedTime {
  readonly chainId: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** The spans of a part of the time, together. */
export interface SpanPart {
  readonly chainId: number;
  readonly from: number;
  /** The number of recorded spans. */
  readonly spans: number;
  readonly lagSeconds: number | null;
  /** `indexing` only if the chain was not ready before: later it is a kind of lag. */
  readonly state: SpanState;
}

/** Neighbouring spans that were lagging, tainted or not recorded. */
export interface SpanTrouble {
  readonly chainId: number;
  readonly from: number;
  readonly to: number;
  readonly lagSeconds: number | null;
  readonly hasGap: boolean;
  readonly isTainted: boolean;
}

export interface StatusSpans {
  readonly recorded: RecordedTime[];
  readonly parts: SpanPart[];
  /** The newest first, at most 200. A gap after the last record is not among them. */
  readonly troubles: SpanTrouble[];
}

export interface SpanRange {
  readonly chainIds: readonly number[];
  readonly since: number;
  /** A multiple of 300. */
  readonly partSeconds: number;
}

const severity = (state: string) => `array_position('{${STATES.join(',')}}'::text[], ${state})`;

/** One row for each chain: the limits of its records, and the first span in which it was ready. */
const RECORDED = `recorded as materialized (
    select c.chain_id, first.begins_at as first_at, last.begins_at as last_at, ready.begins_at as ready_at
    from unnest($1::bigint[]) as c (chain_id)
    cross join lateral (select begins_at from status_span s where s.chain_id = c.chain_id order by begins_at limit 1) first
    cross join lateral (select begins_at from status_span s where s.chain_id = c.chain_id order by begins_at desc limit 1) last
    left join lateral (
      select begins_at from status_span s where s.chain_id = c.chain_id and s.state = 'ready' order by begins_at limit 1
    ) ready on true
  )`;

/** A chain that is indexed again after it was ready is one that lags. */
const STATE = "case when s.state = 'indexing' and s.begins_at > r.ready_at then 'lagging' else s.state end";

export type StatusHistoryStore = ReturnType<typeof createStatusHistoryStore>;

export function createStatusHistoryStore(database: Database) {
  /** Adds to the current span, by the clock of the database. Chains that are not in the ledger are left out. */
  async function record(reports: readonly SpanReport[]): Promise<void> {
    await ask(database, {
      name: 'record-status',
      text: `insert into status_span as s (chain_id, begins_at, lag_seconds, state)
        select r.chain_id, floor(extract(epoch from now()) / ${SPAN_SECONDS})::bigint * ${SPAN_SECONDS}, r.lag_seconds, r.state
        from unnest($1::bigint[], $2::integer[], $3::text[]) as r (chain_id, lag_seconds, state)
        join chain c using (chain_id) order by r.chain_id
        on conflict (chain_id, begins_at) do update set
          lag_seconds = greatest(s.lag_seconds, excluded.lag_seconds),
          state = case when ${severity('excluded.state')} > ${severity('s.state')} then excluded.state else s.state end
        where excluded.lag_seconds > coalesce(s.lag_seconds, -1) or ${severity('excluded.state')} > ${severity('s.state')}`,
      values: [
        reports.map(({ chainId }) => chainId),
        reports.map(({ lagSeconds }) => lagSeconds && Math.min(lagSeconds, MAX_LAG_SECONDS)),
        reports.map(({ state }) => state),
      ],
    });
  }

  /** Deletes spans older than 30 days. */
  async function purge(): Promise<void> {
    await ask(database, {
      text: `delete from status_span where chain_id in (select chain_id from chain)
        and begins_at < extract(epoch from now())::bigint - ${KEPT_DAYS * 86_400}`,
    });
  }

  async function listRecorded({ chainIds }: SpanRange): Promise<RecordedTime[]> {
    return ask<RecordedTime>(database, {
      name: 'list-recorded-status',
      text: `with ${RECORDED} select chain_id as "chainId", first_at as "firstAt", last_at as "lastAt" from recorded`,
      values: [chainIds],
    });
  }

  async function listParts({ chainIds, since, partSeconds }: SpanRange): Promise<SpanPart[]> {
    return ask<SpanPart>(database, {
      name: 'list-status-parts',
      text: `with ${RECORDED}
        select s.chain_id as "chainId", s.begins_at / $3 * $3 as from, count(*)::integer as spans,
          max(s.lag_seconds) as "lagSeconds", ('{${STATES.join(',')}}'::text[])[max(${severity(STATE)})] as state
        from recorded r join status_span s on s.chain_id = r.chain_id and s.begins_at >= $2 group by 1, 2`,
      values: [chainIds, since, partSeconds],
    });
  }

  /**
   * A row is troubled by its own state, by a gap before it, or by both. Troubles that touch are one. Each chain is read in the
   * order of the index, so that nothing but the troubled rows is sorted.
   */
  async function listTroubles({ chainIds, since }: SpanRange): Promise<SpanTrouble[]> {
    return ask<SpanTrouble>(database, {
      name: 'list-status-troubles',
      text: `with ${RECORDED}, troubled as materialized (
          select seen.*, least(due_at, begins_at) as bad_from,
            case when is_bad then begins_at + ${SPAN_SECONDS} else begins_at end as bad_to
          from recorded r cross join lateral (
            select s.chain_id, s.begins_at, s.lag_seconds, ${STATE} as state, ${STATE} in ('lagging', 'tainted') as is_bad,
              coalesce(lag(s.begins_at) over (order by s.begins_at) + ${SPAN_SECONDS},
                case when r.first_at < $2 then $2 else s.begins_at end) as due_at
            from status_span s where s.chain_id = r.chain_id and s.begins_at >= $2
          ) seen where is_bad or due_at < begins_at
        ), numbered as (
          select *, count(*) filter (where is_new) over (partition by chain_id order by begins_at) as trouble from (
            select *, bad_from is distinct from lag(bad_to) over (partition by chain_id order by begins_at) as is_new
            from troubled) t
        )
        select chain_id as "chainId", min(bad_from) as from, max(bad_to) as to, max(lag_seconds) as "lagSeconds",
          bool_or(due_at < begins_at) as "hasGap", bool_or(state = 'tainted') as "isTainted"
        from numbered group by chain_id, trouble order by 3 desc, 1 limit ${MAX_INCIDENTS}`,
      values: [chainIds, since],
    });
  }

  /** Reads the time since `since`, which begins a span. The statements use one connection, one after another. */
  async function read(range: SpanRange): Promise<StatusSpans> {
    const recorded = await listRecorded(range);
    const parts = await listParts(range);
    return { recorded, parts, troubles: await listTroubles(range) };
  }

  return { record, purge, read };
}
