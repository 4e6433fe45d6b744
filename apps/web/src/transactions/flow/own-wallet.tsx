import { shorten } from '@mandate/sdk/words';
import { Link } from '@tanstack/react-router';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import type { ConnectedAccount } from '../../wallets/connected.ts';

interface OwnWalletProps {
  readonly account: ConnectedAccount;
  readonly onClick: () => void;
}

/** The connected account, and the way to its delegations. */
export function OwnWallet({ account, onClick }: OwnWalletProps) {
  return (
    <div className="own-wallet row">
      <Link to="/explorer/$wallet" params={{ wallet: account.address }}>
        My delegations
      </Link>
      <button type="button" className="button button--quiet" onClick={onClick}>
        <Identicon address={account.address} />
        <span className="mono">{shorten(account.address)}</span>
        <span className="visually-hidden">, connected with {account.walletName}</span>
      </button>
    </div>
  );
}
