/** Everything that is kept about audits: for the auditor that writes it, and for the service that shows it. */
import type { Database } from '../database/database.ts';
import { createEventTable } from './event-table.ts';
import { createFindingTable, type FindingCounts } from './finding-table.ts';
import { type AuditPass, createPassTable, type FinishedPass } from './pass-table.ts';
import { createReportTable } from './report-table.ts';

/** The audit of a chain, as it is published. */
export interface AuditSummary extends FindingCounts {
  /** Questions to the chain's storage, ever. */
  readonly questions: number;
  readonly calls: number;
  /** Finished passes, ever. */
  readonly passes: number;
  /** Disputes that the service reported, ever. */
  readonly disputes: number;
  /** The share of the rows that the last finished pass compared, or the current one if none has finished. */
  readonly coverage: number;
  /** When the oldest row was written that no finished pass has compared, in seconds since 1970. `null` if there is none. */
  readonly oldestUnaudited: number | null;
  readonly current: AuditPass | null;
  readonly last: FinishedPass | null;
}

export type AuditRecords = ReturnType<typeof createAuditRecords>;

export function createAuditRecords(database: Database) {
  const passes = createPassTable(database);
  const findings = createFindingTable(database);
  const reports = createReportTable(database);
  const events = createEventTable(database);

  async function readAudit(chainId: number): Promise<AuditSummary> {
    const [current, { last, totals }, counts, disputes] = await Promise.all([
      passes.findOpen(chainId),
      passes.summarize(chainId),
      findings.count(chainId),
      events.countDisputes(chainId),
    ]);
    const oldestUnaudited = await passes.findOldestAfter(chainId, last?.untilBlock ?? -1);
    return {
      ...counts,
      ...totals,
      disputes,
      coverage: coverageOf(last ?? current),
      oldestUnaudited,
      current,
      last,
    };
  }

  return {
    readAudit,
    passes,
    findings,
    events,
    ...reports,
    isNamed: findings.isNamed,
    recordDispute: events.recordDispute,
  };
}

function coverageOf(pass: AuditPass | null): number {
  if (!pass) return 0;
  return pass.rows === 0 ? 1 : Math.min(1, pass.rowsScanned / pass.rows);
}
