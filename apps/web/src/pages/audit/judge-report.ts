import { type AuditReport, verifyAuditReport } from '@mandate/sdk';

/** Unsupported: this browser lacks Ed25519, or the page did not come over https. */
export type ReportVerdict = 'verified' | 'wrong' | 'unsupported';

/** Verifies a report in this browser. The signed text must name the day that the service gives it. */
export async function judgeReport(report: AuditReport): Promise<ReportVerdict> {
  try {
    if (!(await verifyAuditReport(report, report.publicKey))) return 'wrong';
  } catch {
    return 'unsupported';
  }
  try {
    return JSON.parse(report.body).day === report.day ? 'verified' : 'wrong';
  } catch {
    return 'wrong';
  }
}
