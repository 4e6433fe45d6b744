import './status.css';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../service/failure.ts';
import { networksQuery, statusQuery } from '../service/queries.ts';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { usePageTitle } from '../ui/page/page-title.ts';
import { describeAge, useNow } from '../ui/time/clock.ts';
import { AuditSection } from './audit/audit-section.tsx';
import { ChainCard } from './chain-card.tsx';
import { HistorySection } from './history-section.tsx';
import { useLiveSamples } from './live-samples.ts';
import { summarize } from './summarize.ts';

const ASK_EVERY_MS = 2_000;

export function StatusPage() {
  usePageTitle('Status');
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...statusQuery, refetchInterval: ASK_EVERY_MS });
  const { data: networks } = useQuery(networksQuery);
  const samples = useLiveSamples(data, dataUpdatedAt);
  const summary = data && summarize(data);
  const isOld = error !== null;
  return (
    <div className="stack stack--xl">
      <div className="stack">
        <div className="row row--apart">
          <div>
            <h1>Status</h1>
            <p className="lead">
              How up to date each chain is now, and how it was. This page updates itself.
            </p>
          </div>
          {data && <Heard atMs={dataUpdatedAt} isOld={isOld} />}
        </div>
        <div className="stack" aria-live="polite">
          {error && !data && <FailureNote error={error} onRetry={() => void refetch()} />}
          {error && data && (
            <div className="note" data-tone="bad" role="alert">
              <p>
                <strong>{describeFailure(error).title}.</strong> Below is its last answer. This page retries
                every few seconds.
              </p>
              <button type="button" className="button button--quiet" onClick={() => void refetch()}>
                Try again
              </button>
            </div>
          )}
          {summary && !isOld && (
            <p className="pill" data-tone={summary.isGood ? 'good' : 'warn'}>
              <span className="dot" aria-hidden="true" />
              {summary.text}
            </p>
          )}
        </div>
      </div>
      {!data && !error && <p className="lead">Loading…</p>}
      <HistorySection chains={isOld ? undefined : data} />
      {data && (
        <ul className="chains" aria-label="Chains now">
          {data.map((chain) => (
            <ChainCard
              key={chain.chainId}
              chain={chain}
              isOld={isOld}
              samples={samples.get(chain.chainId) ?? []}
              explorer={networks?.find(({ chainId }) => chainId === chain.chainId)?.explorer ?? null}
            />
          ))}
        </ul>
      )}
      <AuditSection />
    </div>
  );
}

function Heard({ atMs, isOld }: { atMs: number; isOld: boolean }) {
  const now = useNow();
  return (
    <p className={isOld ? 'problem' : 'hint digits'}>
      {isOld ? 'Last update' : 'Updated'} {describeAge(now - Math.floor(atMs / 1000))}
    </p>
  );
}
