/** Judges a signed report of an audit. Nothing in it is believed before its signature is verified. */
import { type AuditReport, type Hex, verifyAuditReport } from '@mandate/sdk';

export type ReportVerdict = 'verified' | 'other_key' | 'forged' | 'other_day' | 'stale';

export interface JudgedReport {
  readonly day: string;
  readonly publicKey: Hex;
  /** Whether the reader named the key that must have signed it. */
  readonly isPinned: boolean;
  readonly verdict: ReportVerdict;
  /** The signed JSON. Null: it was not verified, or is no JSON. */
  readonly body: unknown;
}

/** A report of a day is signed after it has ended. */
const MAX_AGE_MS = 3 * 86_400_000;

/** `pinned` is the key that the reader trusts. Undefined: any key will do, which proves less. */
export async function judgeReport(
  report: AuditReport,
  pinned: Hex | undefined,
  { now, isNewest }: { readonly now: number; readonly isNewest: boolean },
): Promise<JudgedReport> {
  const { day, publicKey } = report;
  const about = { day, publicKey, isPinned: pinned !== undefined };
  if (pinned !== undefined && pinned !== publicKey) return { ...about, verdict: 'other_key', body: null };
  if (!(await verifyAuditReport(report, publicKey))) return { ...about, verdict: 'forged', body: null };
  const body = parse(report.body);
  // An old report under a newer day would hide what happened since.
  if (dayOf(body) !== day) return { ...about, verdict: 'other_day', body };
  const isStale = isNewest && now - Date.parse(`${day}T00:00:00Z`) > MAX_AGE_MS;
  return { ...about, verdict: isStale ? 'stale' : 'verified', body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const dayOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'day' in body ? body.day : null;
