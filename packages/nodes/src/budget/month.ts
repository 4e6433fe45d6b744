/** Calendar months in UTC, as providers bill. */

export interface Month {
  readonly lengthMs: number;
  readonly leftMs: number;
  /** The first day of the next month, e.g. 2026-12-01. */
  readonly nextDay: string;
}

export function monthAt(ms: number): Month {
  const date = new Date(ms);
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { lengthMs: next - start, leftMs: next - ms, nextDay: dayOf(next) };
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
