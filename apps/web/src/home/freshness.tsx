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
    <section className="freshness" aria-label="Chains">
      {!chains && <span className="skeleton freshness__skeleton" />}
      {chains && (
        <ul>
          {chains.slice(0, MAX_CHAINS).map(({ chainId, name, state, indexed }) => (
            <li key={chainId}>
              <span className={state === 'ready' ? 'dot' : 'dot dot--warn'} />
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
