import './audit.css';
import { useQuery } from '@tanstack/react-query';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { auditQuery } from './audit-query.ts';
import { AuditTable } from './audit-table.tsx';
import { summarizeAudit } from './describe-audit.ts';
import { ReportCard } from './report-card.tsx';

/** Shows how the service compares its records with the chains, and what it found. */
export function AuditSection() {
  const { data, error, refetch } = useQuery(auditQuery);
  const summary = data && !error && summarizeAudit(data.chains);
  return (
    <section className="audit" aria-labelledby="audit-title">
      <h2 id="audit-title">Audit</h2>
      <p className="lead">
        The service compares all of its records with the chains, again and again, and publishes what it finds.{' '}
        <a href="/docs/trust/audit/">How it works</a>
      </p>
      <div aria-live="polite">
        {error && <FailureNote error={error} onRetry={() => void refetch()} />}
        {error && data && <p className="lead">Below is its last answer.</p>}
        {summary && (
          <p className="audit__summary" data-tone={summary.tone}>
            <span className={summary.tone === 'good' ? 'dot' : 'dot dot--warn'} aria-hidden="true" />
            {summary.text}
          </p>
        )}
      </div>
      {data && (
        <div className="audit__body">
          <AuditTable chains={data.chains} />
          <ReportCard day={data.reports[0]} />
        </div>
      )}
    </section>
  );
}
