import './home.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { API_URL } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { shorten } from '../../components/shorten.ts';
import { WalletSearch } from '../../components/wallet-search.tsx';
import { exampleQuery } from './example-wallet.ts';
import { Freshness } from './freshness.tsx';
import { Illustration } from './illustration.tsx';

const ANY_WALLET = '0x00000000000000000000000000000000000c01d0';

export function HomePage() {
  usePageTitle();
  const { data: example } = useQuery(exampleQuery);
  const command = `curl '${API_URL || location.origin}/registry/v2/${example ?? ANY_WALLET}'`;
  return (
    <div className="home">
      <section className="hero">
        <div className="hero__text">
          <h1>Who may act for this wallet?</h1>
          <p className="hero__lead">
            Mandate is the open service that answers whether a hot wallet may act for a cold wallet, and names
            the block at which that was true.
          </p>
          <WalletSearch size="large" />
          <p className="hero__hint">
            {example ? (
              <>
                No wallet at hand? Try{' '}
                <Link to="/explorer/$wallet" params={{ wallet: example }} className="mono">
                  {shorten(example)}
                </Link>
              </>
            ) : (
              'No account, no key. Nothing is signed.'
            )}
          </p>
        </div>
        <Illustration />
      </section>

      <Freshness />

      <section className="facts" aria-label="What it is good for">
        <article>
          <h2>Two directions, never mixed</h2>
          <p>
            Who may act for a wallet is what it granted. For whom it may act is what others granted, and
            anyone can do that unasked. You always see which is which.
          </p>
        </article>
        <article>
          <h2>Every answer names its block</h2>
          <p>
            A delegation can be taken back at any moment. Each answer says of which block it is. When the
            service does not know, it says so, and never “no”.
          </p>
        </article>
        <article>
          <h2>Yours to run</h2>
          <p>
            The same service on your own machine, from the registry’s events alone, checked against the
            contracts themselves. Apache 2.0.
          </p>
        </article>
      </section>

      <section className="from-code card" aria-labelledby="from-code">
        <div>
          <h2 id="from-code">Or ask from code</h2>
          <p>
            One GET request, JSON back, from a page or a server. Read the{' '}
            <a href={`${API_URL}/docs/`}>interface</a>, or get a <Link to="/developer">key</Link> for more
            requests.
          </p>
        </div>
        <div className="from-code__command">
          <code>{command}</code>
          <CopyButton text={command} what="the command" />
        </div>
      </section>
    </div>
  );
}
