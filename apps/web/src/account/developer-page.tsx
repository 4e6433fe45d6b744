import { useQuery } from '@tanstack/react-query';
import { API_URL } from '../service/client.ts';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { usePageTitle } from '../ui/page/page-title.ts';
import { isFramed, outsideFrame } from '../wallets/framed.ts';
import { Account } from './account.tsx';
import { Keys } from './keys/keys.tsx';
import { AuditLog } from './log/audit-log.tsx';
import { sessionQuery } from './session/session-query.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { UsageSection } from './usage/usage-section.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

export function DeveloperPage() {
  usePageTitle('Developer');
  const isElsewhere = API_URL !== '' && new URL(API_URL).origin !== location.origin;
  return (
    <>
      <h1>Developer</h1>
      <p className="lead">API keys for your servers and web pages, their usage, and webhooks.</p>
      {isFramed() ? <Framed /> : isElsewhere ? <Elsewhere /> : <Here />}
    </>
  );
}

function Here() {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data?.type === 'signed-in') {
    return (
      <div className="stack stack--l">
        {error && <FailureNote error={error} onRetry={() => void refetch()} />}
        <Account session={data.session} />
        <Keys wallet={data.session.address} />
        <Webhooks />
        <UsageSection />
        <AuditLog />
      </div>
    );
  }
  if (error) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data?.type === 'signed-out') return <SignIn />;
  if (data?.type === 'none') return <NoAccounts />;
  return <p className="lead">Checking your session…</p>;
}

/** A page around this one could lay its own buttons over those that end keys. The service's header forbids it, too. */
function Framed() {
  return (
    <div className="narrow card stack">
      <h2>Open this page in a tab of its own</h2>
      <p>
        Another page shows this site in a frame. Nobody signs in or changes keys here, because that page could
        cover what you click.
      </p>
      <p>
        <a href="/developer" {...outsideFrame()}>
          Open the developer page in a new tab
        </a>
      </p>
    </div>
  );
}

/** The session's cookie works only on the service's own site. */
function Elsewhere() {
  return (
    <div className="narrow card stack">
      <h2>Create keys on the service’s own site</h2>
      <p>
        This site uses the service at {new URL(API_URL).host}. Sign in there:{' '}
        <a href={`${API_URL}/developer`}>{`${API_URL}/developer`}</a>
      </p>
    </div>
  );
}

function NoAccounts() {
  return (
    <div className="narrow card stack">
      <h2>This service has no accounts</h2>
      <p>You can use it without a key: 25 requests per 10 seconds, unless its operator set another limit.</p>
      <p>
        Do you run this service? Set <code>PUBLIC_URL</code> and <code>KEY_PEPPERS</code> to manage keys here.
      </p>
    </div>
  );
}
