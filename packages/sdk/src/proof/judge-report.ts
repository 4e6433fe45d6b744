/** Judges a signed report of an audit. Nothing in it is believed before its signature is verified. */
import { verifyAuditReport } from '../audit/verify-audit-report.ts';
import type { AuditReport } from '../generated/audit.ts';
import type { Hex } from '../hex.ts';

/**
 * `stale`: it holds, but newer reports are missing. `other_key`: signed with another key than yours. `forged`: changed after it was
 * signed. `other_day`: the signed text is of another day. `unsupported`: this runtime cannot verify Ed25519 here.
 */
export type ReportVerdict = 'verified' | 'stale' | 'other_key' | 'forged' | 'other_day' | 'unsupported';

export interface JudgedReport {
  readonly day: string;
  readonly publicKey: Hex;
  /** Whether you named the key that must have signed it. */
  readonly isPinned: boolean;
  readonly verdict: ReportVerdict;
  /** The signed JSON. `null` if it was not verified, or is no JSON. */
  readonly body: unknown;
}

export interface JudgeOptions {
  /** The key that you trust. Without it, any key will do, which proves less. */
  readonly pinned?: Hex | undefined;
  /** The service calls it its newest report. */
  readonly isNewest: boolean;
  /** Unix time in milliseconds. Default: the clock of this machine. */
  readonly now?: number | undefined;
}

/** A report of a day is signed after it has ended. */
const MAX_AGE_MS = 3 * 86_400_000;

/**
 * Judges a report: by its signature, its key, its day and its age.
 *
 * @example
 * const report = await getAuditReport(client, { day: 'newest' });
 * const { verdict } = await judgeAuditReport(report, { isNewest: true, pinned });
 */
export async function judgeAuditReport(
  report: AuditReport,
  { pinned, isNewest, now = Date.now() }: JudgeOptions,
): Promise<JudgedReport> {
  const { day, publicKey } = report;
  const about = { day, publicKey, isPinned: pinned !== undefined };
  if (pinned !== undefined && pinned !== publicKey) return { ...about, verdict: 'other_key', body: null };
  // Browsers refuse without https, and old ones do not know Ed25519.
  const holds = await verifyAuditReport(report, publicKey).catch(() => null);
  if (holds === null) return { ...about, verdict: 'unsupported', body: null };
  if (!holds) return { ...about, verdict: 'forged', body: null };
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
