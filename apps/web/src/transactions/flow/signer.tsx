import { Address } from '../../ui/wallet/address.tsx';
import type { Connection } from '../../wallets/connection.ts';
import { connections } from '../../wallets/connection.ts';
import { WalletList } from './wallet-list.tsx';

interface SignerProps {
  readonly vault: `0x${string}`;
  readonly connection: Connection | null;
  /** The page and the action that a phone opens. */
  readonly path: string;
}

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Says which account has to sign, and helps to connect it. */
export function Signer({ vault, connection, path }: SignerProps) {
  if (!connection) {
    return (
      <section className="stack stack--m" aria-label="Wallet">
        <p>
          Connect the wallet <Address value={vault} what="the address of the wallet" /> to sign.
        </p>
        <WalletList path={path} />
      </section>
    );
  }
  const { account, wallet } = connection;
  if (isSame(account, vault)) return null;
  return (
    <section className="note" data-tone="warn" aria-label="Wallet">
      <p role="status">
        <strong>Another account is needed.</strong> {wallet.name} is connected with{' '}
        <Address value={account} what="the address of the connected account" />, and only{' '}
        <Address value={vault} what="the address of the wallet that is needed" /> can do this. Select that
        account in {wallet.name}: this page notices. If it is a Safe, use the file above.
      </p>
      <button type="button" className="button button--quiet" onClick={() => connections.disconnect()}>
        Use another wallet
      </button>
    </section>
  );
}
