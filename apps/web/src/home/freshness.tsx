import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statusQuery } from '../service/queries.ts';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { BlockAge } from '../ui/time/block-age.tsx';

const MAX_CHAINS = 6;

/** Shows how up to date each chain is. */
export function Freshness() {
  const { data: chains, error, refetch } = useQuery(statusQuery);
  if (error) return <FailureNote error={error} onRetry={() => void refetch()} />;
  return (
    <section className="freshness row row--apart quiet" aria-label="Chains">
      {!chains && <span className="skeleton" />}
      {chains && (
        <ul className="row row--loose">
          {chains.slice(0, MAX_CHAINS).map(({ chainId, name, state, indexed }) => (
            <li key={chainId} className="row">
              <span className="dot" data-tone={state === 'ready' ? 'good' : 'warn'} />
              <strong>{name}</strong>
              {state === 'ready' && indexed ? <BlockAge block={indexed} /> : <span>not ready yet</span>}
            </li>
          ))}
        </ul>
      )}
      <Link to="/status">
        {chains && chains.length > MAX_CHAINS ? `All ${chains.length} chains` : 'Chain status'}
      </Link>
    </section>
  );
}
