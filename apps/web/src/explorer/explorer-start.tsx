import './explorer.css';
import { askDialog } from '../transactions/asked-dialog.ts';
import { usePageTitle } from '../ui/page/page-title.ts';
import { WalletSearch } from '../ui/wallet/wallet-search.tsx';

/** Shown before a wallet is chosen. */
export function ExplorerStart() {
  usePageTitle('Explorer');
  return (
    <div className="explorer-start">
      <div>
        <h1>Explorer</h1>
        <p className="lead">Look up a wallet to see who may act for it, and whom it may act for.</p>
      </div>
      <WalletSearch size="large" />
      <p>
        Or{' '}
        <button type="button" className="link-button" onClick={() => askDialog({ type: 'connect' })}>
          connect your wallet
        </button>{' '}
        to see your own.
      </p>
      <dl className="explorer-terms">
        <div>
          <dt>Given</dt>
          <dd>
            Delegations from the wallet to others: for the whole wallet, a contract, a token or an amount.
          </dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>
            Delegations from others to the wallet, e.g. from its own vaults. Anyone can send one without
            consent. Only a crowd of strangers is marked as maybe unsolicited.
          </dd>
        </div>
        <div>
          <dt>Rights</dt>
          <dd>
            A delegation may be limited to one purpose, such as “claim”. It then counts for nothing else.
          </dd>
        </div>
      </dl>
    </div>
  );
}
