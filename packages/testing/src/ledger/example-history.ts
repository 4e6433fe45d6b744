/** A history of the status as an indexer writes it. */
import { type Database, SPAN_SECONDS, type SpanReport } from '@mandate/store';

/** Returns the record of a span. `null` if no indexer ran in it. */
export type DescribeSpan = (spansAgo: number) => Omit<SpanReport, 'chainId'> | null;

/** Tests may take this long. */
const FUTURE_SPANS = 12;

/** Writes the spans of the last hours, and of the next one as the current span is, so that no gap begins while a test runs. */
export async function writeExampleHistory(
  database: Database,
  chainId: number,
  hours: number,
  describeSpan: DescribeSpan,
): Promise<void> {
  const current = Math.floor(Date.now() / 1_000 / SPAN_SECONDS) * SPAN_SECONDS;
  const count = (hours * 3_600) / SPAN_SECONDS + 1;
  const spans = Array.from({ length: count + FUTURE_SPANS }, (_, i) => {
    const ago = i - FUTURE_SPANS;
    return { ago, span: describeSpan(Math.max(0, ago)) };
  });
  const rows = spans.flatMap(({ ago, span }) =>
    span ? [{ ...span, beginsAt: current - ago * SPAN_SECONDS }] : [],
  );
  await database.query(
    `insert into status_span (chain_id, begins_at, lag_seconds, state)
     select $1, s.* from unnest($2::bigint[], $3::integer[], $4::text[]) as s
     on conflict (chain_id, begins_at) do update set lag_seconds = excluded.lag_seconds, state = excluded.state`,
    [
      chainId,
      rows.map(({ beginsAt }) => beginsAt),
      rows.map(({ lagSeconds }) => lagSeconds),
      rows.map(({ state }) => state),
    ],
  );
}
