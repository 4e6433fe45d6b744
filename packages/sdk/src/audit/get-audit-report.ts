import type { Client } from '../client/create-client.ts';
import { day as dayForm } from '../client/forms.ts';
import type { GetAuditReportParameters } from '../client/parameters.ts';
import { readJson, unexpectedAnswer } from '../client/reply.ts';
import { assertParameters } from '../client/validate.ts';
import { type AuditReport, readAuditReport } from '../generated/audit.ts';

/**
 * Returns the signed report of a day, or the newest one. Verify it with `verifyAuditReport` before you parse its body.
 *
 * @example
 * import { createClient, getAuditReport, verifyAuditReport } from '@mandate/sdk';
 *
 * const client = createClient({ baseUrl: 'http://localhost:8080' });
 * const report = await getAuditReport(client, { day: 'newest' });
 * console.log(await verifyAuditReport(report, report.publicKey)); // true
 */
export async function getAuditReport(
  client: Client,
  { day, signal }: GetAuditReportParameters,
): Promise<AuditReport> {
  assertParameters({ day }, { day: dayForm });
  const reply = await client.send(`/audit/reports/${day}`, signal);
  const report = readJson(reply, readAuditReport);
  if (day !== 'newest' && report.day !== day)
    throw unexpectedAnswer(reply, `with the report of ${report.day}`);
  return report;
}
