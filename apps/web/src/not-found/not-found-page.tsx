import { Link, useLocation } from '@tanstack/react-router';
import { API_URL } from '../service/client.ts';
import { usePageTitle } from '../ui/page/page-title.ts';
import { WalletSearch } from '../ui/wallet/wallet-search.tsx';

/** A longer path would hide the rest of the page. */
const MAX_PATH = 80;

const PAGES = [
  ['/', 'Home', 'What Mandate is'],
  ['/explorer', 'Explorer', 'Who may act for a wallet, on all chains'],
  ['/check', 'Check', 'Whether one wallet may act for another'],
  ['/status', 'Status', 'How up to date each chain is'],
] as const;

export function NotFoundPage() {
  usePageTitle('Not found');
  const { pathname } = useLocation();
  const path = pathname.length > MAX_PATH ? `${pathname.slice(0, MAX_PATH)}…` : pathname;
  return (
    <div className="narrow stack stack--l">
      <div>
        <h1>Page not found</h1>
        <p className="lead">
          There is no page at <code>{path}</code>. Look up a wallet, or continue on one of these pages.
        </p>
      </div>
      <WalletSearch size="large" />
      <ul className="lines">
        {PAGES.map(([to, name, text]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <p className="quiet">{text}</p>
          </li>
        ))}
        <li>
          <a href={`${API_URL}/docs/`}>Docs</a>
          <p className="quiet">Guides, and every operation of the API</p>
        </li>
      </ul>
    </div>
  );
}
