import './not-found.css';
import { Link, useLocation } from '@tanstack/react-router';
import { API_URL } from '../service/client.ts';
import { usePageTitle } from '../ui/page/page-title.ts';
import { WalletSearch } from '../ui/wallet/wallet-search.tsx';

/** A longer path would hide the rest of the page. */
const MAX_PATH = 80;

export function NotFoundPage() {
  usePageTitle('Not found');
  const { pathname } = useLocation();
  const path = pathname.length > MAX_PATH ? `${pathname.slice(0, MAX_PATH)}…` : pathname;
  return (
    <div className="not-found">
      <div>
        <h1>Page not found</h1>
        <p className="lead">
          There is no page at <code>{path}</code>. Look up a wallet, or continue on one of these pages.
        </p>
      </div>
      <WalletSearch size="large" />
      <ul>
        <li>
          <Link to="/">Home</Link>
          <span>What Mandate is</span>
        </li>
        <li>
          <Link to="/explorer">Explorer</Link>
          <span>Who may act for a wallet, on all chains</span>
        </li>
        <li>
          <Link to="/check">Check</Link>
          <span>Whether one wallet may act for another</span>
        </li>
        <li>
          <Link to="/status">Status</Link>
          <span>How up to date each chain is</span>
        </li>
        <li>
          <a href={`${API_URL}/docs/`}>Docs</a>
          <span>Guides, and every operation of the API</span>
        </li>
      </ul>
    </div>
  );
}
