import './explorer.css';
import { usePageTitle } from '../../components/page-title.ts';
import { WalletSearch } from '../../components/wallet-search.tsx';

/** Before a wallet is chosen. */
export function ExplorerStart() {
  usePageTitle('Explorer');
  return (
    <div className="explorer-start">
      <div>
        <h1>Explorer</h1>
        <p className="lead">Look up a wallet: who may act for it, and for whom it may act.</p>
      </div>
      <WalletSearch size="large" />
      <dl className="explorer-terms">
        <div>
          <dt>Who may act for it</dt>
          <dd>What the wallet granted to others: all of itself, a contract, a token or an amount.</dd>
        </div>
        <div>
          <dt>For whom it may act</dt>
          <dd>
            What others granted to the wallet. Anyone can do that without asking: where the wallet gave
            nothing in turn, the grant is marked as unsolicited.
          </dd>
        </div>
        <div>
          <dt>Rights</dt>
          <dd>
            A grant may be limited to one purpose, such as “claim”. It then counts for that and nothing else.
          </dd>
        </div>
      </dl>
    </div>
  );
}
