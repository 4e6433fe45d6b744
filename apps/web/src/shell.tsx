import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { API_URL } from './service/client.ts';
import { ActingHost } from './transactions/acting-host.tsx';
import { ConnectButton } from './transactions/flow/connect-button.tsx';
import { FullTextTip } from './ui/page/full-text-tip.tsx';
import { Mark } from './ui/page/mark.tsx';
import { ThemeSwitch } from './ui/page/theme-switch.tsx';
import { isFramed, outsideFrame } from './wallets/framed.ts';
import { readRemembered } from './wallets/remembered.ts';

/** Loads in a frame only. */
const ProposalList = lazy(async () => ({
  default: (await import('./transactions/flow/proposal-list.tsx')).ProposalList,
}));

export function Shell() {
  useRememberedWallet();
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="shell-header">
        <div className="shell-header__inner">
          <Link to="/" className="brand">
            <Mark className="brand__mark" />
            Mandate
          </Link>
          <nav className="shell-nav" aria-label="Pages">
            <ul>
              <li>
                <Link to="/explorer">Explorer</Link>
              </li>
              <li>
                <Link to="/check">Check</Link>
              </li>
              <li>
                <Link to="/grant">Grant</Link>
              </li>
              <li>
                <Link to="/developer">Developer</Link>
              </li>
              <li>
                <Link to="/status">Status</Link>
              </li>
              <li>
                <a href={`${API_URL}/docs/`} {...outsideFrame()}>
                  Docs
                </a>
              </li>
            </ul>
          </nav>
          <ConnectButton />
          <ThemeSwitch />
        </div>
      </header>
      <Main />
      <footer className="shell-footer">
        <div className="shell-footer__inner">
          <p>Mandate is open source under Apache 2.0. Run your own.</p>
          <ul>
            <li>
              <a href={`${API_URL}/docs/`} {...outsideFrame()}>
                Documentation
              </a>
            </li>
            <li>
              <a href={`${API_URL}/openapi.json`} {...outsideFrame()}>
                OpenAPI
              </a>
            </li>
            <li>
              <a href={`${API_URL}/errors`} {...outsideFrame()}>
                Errors
              </a>
            </li>
            <li>
              <a href={`${API_URL}/llms.txt`} {...outsideFrame()}>
                llms.txt
              </a>
            </li>
          </ul>
        </div>
      </footer>
      <ActingHost />
      <FullTextTip />
    </>
  );
}

/** Connects the wallet of the last visit, or the Safe around the page, without asking its owner, once the page is drawn. */
function useRememberedWallet(): void {
  useEffect(() => {
    if (readRemembered() === null && !isFramed()) return;
    const timer = setTimeout(
      () => void import('./wallets/reconnect.ts').then(({ reconnect }) => reconnect()),
    );
    return () => clearTimeout(timer);
  }, []);
}

/** Moves the focus to the new page, so that screen readers announce it. */
function Main() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="main" ref={main} tabIndex={-1} className="page">
      {isFramed() && (
        <Suspense>
          <ProposalList />
        </Suspense>
      )}
      <Outlet />
    </main>
  );
}
