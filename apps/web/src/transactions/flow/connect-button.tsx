import './connect-button.css';
import { useSyncExternalStore } from 'react';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import { onConnected, readConnected } from '../../wallets/connected.ts';
import { shorten } from '../../words/shorten.ts';
import { askDialog } from '../asked-dialog.ts';

/** Connects a wallet, or shows the connected account. */
export function ConnectButton() {
  const account = useSyncExternalStore(onConnected, readConnected);
  return (
    <button
      type="button"
      className="button button--quiet connect-button"
      onClick={() => askDialog({ type: 'connect' })}
    >
      {account ? (
        <>
          <Identicon address={account.address} />
          <span className="mono">{shorten(account.address)}</span>
          <span className="visually-hidden">, connected with {account.walletName}</span>
        </>
      ) : (
        'Connect wallet'
      )}
    </button>
  );
}
