import { useQuery } from '@tanstack/react-query';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { summarizeAudit } from './describe-audit.ts';
import { ReportCard } from './report-card.tsx';

/** Shows how the service compares its records with the chains, and what it found. */
export function AuditSection({ isPage = false }: { isPage?: boolean }) {
  const { data, error, refetch } = useQuery(auditQuery);
  const summary = data && !error && summarizeAudit(data.chains);
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className="stack" aria-labelledby="audit-title">
      <div>
        <Title id="audit-title">Audit</Title>
        <p className="lead">
          The service compares all of its records with the chains, again and again, and publishes what it
          finds. <a href="/docs/trust/audit/">How it works</a>
        </p>
      </div>
      <div className="stack" aria-live="polite">
        {error && <FailureNote error={error} onRetry={() => void refetch()} />}
        {error && data && <p className="lead">Below is its last answer.</p>}
        {summary && (
          <p className="pill" data-tone={summary.tone}>
            <span className="dot" aria-hidden="true" />
            {summary.text}
          </p>
        )}
      </div>
      {data && (
        <div className="audit">
          <AuditTable chains={data.chains} />
          <ReportCard day={data.reports[0]} />
        </div>
      )}
    </section>
  );
}
