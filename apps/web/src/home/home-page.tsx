import './home.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { API_URL } from '../service/client.ts';
import { CopyButton } from '../ui/copy/copy-button.tsx';
import { usePageTitle } from '../ui/page/page-title.ts';
import { Address } from '../ui/wallet/address.tsx';
import { exampleQuery } from '../ui/wallet/example-wallet.ts';
import { WalletSearch } from '../ui/wallet/wallet-search.tsx';
import { Freshness } from './freshness.tsx';
import { Illustration } from './illustration.tsx';

const MAINNET = 1;
const ANY_WALLET = '0x00000000000000000000000000000000000c01d0';

export function HomePage() {
  usePageTitle();
  const { data: example } = useQuery(exampleQuery);
  const command = `curl '${API_URL || location.origin}/registry/v2/${example ?? ANY_WALLET}'`;
  return (
    <div className="stack stack--xl">
      <section className="hero">
        <div>
          <h1>See and end who can act for you</h1>
          <p className="hero__lead">
            Enter your wallet or its name. You see every wallet that may act for it, on all chains and in both
            registries, and you can revoke what you no longer want.
          </p>
          <WalletSearch size="large" />
          <p className="hero__hint quiet">
            {example ? (
              <>
                For example:{' '}
                <Address value={example} what="the address of the example" chainId={MAINNET}>
                  {(short) => (
                    <Link to="/explorer/$wallet" params={{ wallet: example }}>
                      {short}
                    </Link>
                  )}
                </Address>
              </>
            ) : (
              'No account, no key, no signature needed.'
            )}
          </p>
        </div>
        <Illustration />
      </section>

      <Freshness />

      <section className="facts" aria-label="Features">
        <article className="stack stack--s">
          <h2>Given and received, kept apart</h2>
          <p className="quiet">
            Only the owner of a wallet can delegate from it, but anyone can delegate to it. You always see
            which is which.
          </p>
        </article>
        <article className="stack stack--s">
          <h2>Every answer names its block</h2>
          <p className="quiet">
            A delegation can be revoked at any time, so each answer names the block it is true at. When the
            service does not know, it says so. It never says “no” instead.
          </p>
        </article>
        <article className="stack stack--s">
          <h2>Run it yourself</h2>
          <p className="quiet">
            The same service runs on your own machine. It reads nothing but the chains, and its answers are
            tested against the registry’s own. Apache 2.0.
          </p>
        </article>
      </section>

      <section className="from-code card stack" aria-labelledby="from-code">
        <div className="stack stack--s">
          <h2 id="from-code">Use it from code</h2>
          <p className="quiet">
            Send one GET request from a page or a server and get JSON. Read the{' '}
            <a href={`${API_URL}/docs/reference/`}>API reference</a>, or get a{' '}
            <Link to="/developer">key</Link> for more requests. For one chain and a vault that you know,{' '}
            <a href={`${API_URL}/docs/why-not-viem/`}>the contract is enough</a>.
          </p>
        </div>
        <div className="copied-text">
          <code>{command}</code>
          <CopyButton text={command} what="the command" />
        </div>
      </section>
    </div>
  );
}
