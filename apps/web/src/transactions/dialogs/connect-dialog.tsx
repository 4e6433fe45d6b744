import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Address } from '../../ui/wallet/address.tsx';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import { connections } from '../../wallets/connection.ts';
import { useConnection } from '../../wallets/use-connection.ts';
import { WalletList } from '../flow/wallet-list.tsx';

export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const connection = useConnection();
  if (!connection)
    return (
      <Dialog title="Connect a wallet" onClose={onClose}>
        <p>
          Choose a wallet of this browser. Connecting shows this page the address of your account and nothing
          else. Every change asks for your signature in the wallet.
        </p>
        <WalletList path={location.href} onConnected={onClose} />
      </Dialog>
    );
  return (
    <Dialog title="Connected wallet" onClose={onClose}>
      <div className="who">
        <Identicon address={connection.account} />
        <div>
          <p>{connection.wallet.name}</p>
          <Address
            value={connection.account}
            what="the address of your account"
            chainId={connection.chainId}
          />
        </div>
      </div>
      <p>To use another account, select it in the wallet. This page notices.</p>
      <div className="row row--end actions">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Close
        </button>
        <button type="button" className="button" onClick={() => connections.disconnect()}>
          Disconnect
        </button>
      </div>
    </Dialog>
  );
}
