import './developer.css';
import { useQuery } from '@tanstack/react-query';
import { API_URL } from '../../api/client.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { Account } from './account.tsx';
import { Keys } from './keys.tsx';
import { sessionQuery } from './session-query.ts';
import { SignIn } from './sign-in.tsx';
import { UsageSection } from './usage-section.tsx';

export function DeveloperPage() {
  usePageTitle('Developer');
  const isElsewhere = API_URL !== '' && new URL(API_URL).origin !== location.origin;
  return (
    <>
      <h1>Developer</h1>
      <p className="lead">Keys for your applications, and how much they are used.</p>
      {isElsewhere ? <Elsewhere /> : <Here />}
    </>
  );
}

function Here() {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data?.type === 'signed-in') {
    return (
      <div className="developer">
        {error && <FailureNote error={error} onRetry={() => void refetch()} />}
        <Account session={data.session} />
        <Keys />
        <UsageSection />
      </div>
    );
  }
  if (error) {
    return (
      <div className="developer">
        <FailureNote error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data?.type === 'signed-out') return <SignIn />;
  if (data?.type === 'none') return <NoAccounts />;
  return <p className="lead">Looking whether you are signed in…</p>;
}

/** Cookies of a session go to the service's own site only. */
function Elsewhere() {
  return (
    <div className="developer-note card">
      <h2>Keys are made at the service itself</h2>
      <p>
        This site shows what the service at {new URL(API_URL).host} says. You sign in there:{' '}
        <a href={`${API_URL}/developer`}>{`${API_URL}/developer`}</a>
      </p>
    </div>
  );
}

function NoAccounts() {
  return (
    <div className="developer-note card">
      <h2>This service has no accounts</h2>
      <p>
        It answers without keys: 25 requests in any ten seconds, or more if its operator says so. There is
        nothing to sign in to, and nothing you are missing.
      </p>
      <p>
        If you run it yourself: set <code>PUBLIC_URL</code> and <code>KEY_PEPPERS</code>, and this page
        manages keys.
      </p>
    </div>
  );
}
