import './explorer.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { askDialog } from '../transactions/asked-dialog.ts';
import { usePageTitle } from '../ui/page/page-title.ts';
import { exampleQuery } from '../ui/wallet/example-wallet.ts';
import { WalletSearch } from '../ui/wallet/wallet-search.tsx';
import { onConnected, readConnected } from '../wallets/connected.ts';

/** Shown before a wallet is chosen. */
export function ExplorerStart() {
  usePageTitle('Explorer');
  return (
    <div className="narrow stack">
      <div>
        <h1>Explorer</h1>
        <p className="lead">Look up a wallet to see who may act for it, and whom it may act for.</p>
      </div>
      <WalletSearch size="large" />
      <NextSteps />
      <dl className="stack explorer-terms">
        <div>
          <dt>Given</dt>
          <dd className="quiet">
            What others may do for the wallet: act for all of it, for one contract, for one NFT, or for an
            amount.
          </dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd className="quiet">
            What the wallet may do for others, e.g. for your own cold wallet. Anyone can give it one without
            asking, and nobody gets power over it by that. Many strangers at once are marked as maybe
            unsolicited.
          </dd>
        </div>
        <div>
          <dt>Rights</dt>
          <dd className="quiet">
            A delegation may be limited to one purpose, such as “claim”. It then counts for nothing else.
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** For whoever has no address at hand. */
function NextSteps() {
  const account = useSyncExternalStore(onConnected, readConnected);
  const { data: example } = useQuery(exampleQuery);
  return (
    <p>
      Or{' '}
      {account ? (
        <Link to="/explorer/$wallet" params={{ wallet: account.address }}>
          open your own wallet
        </Link>
      ) : (
        <button type="button" className="link-button" onClick={() => askDialog({ type: 'connect' })}>
          connect your wallet
        </button>
      )}
      {example && (
        <>
          , or{' '}
          <Link to="/explorer/$wallet" params={{ wallet: example }}>
            look at an example
          </Link>
        </>
      )}
      .
    </p>
  );
}
