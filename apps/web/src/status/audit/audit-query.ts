import { getAudit, getAuditReport } from '@mandate/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';

const ASK_EVERY_MS = 10_000;

export const auditQuery = queryOptions({
  queryKey: ['audit'],
  queryFn: () => getAudit(client),
  refetchInterval: ASK_EVERY_MS,
});

/** Reads the report of the newest day, and verifies it here. */
export const reportQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['audit-report', day],
    queryFn: async () => {
      const report = await getAuditReport(client, { day: day ?? '' });
      // Loaded on demand: it comes with the verifier of proofs.
      const { judgeAuditReport } = await import('@mandate/sdk/proof');
      return judgeAuditReport(report, { isNewest: true });
    },
    enabled: day !== undefined,
  });
