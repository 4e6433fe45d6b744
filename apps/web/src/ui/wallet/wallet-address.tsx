import type { Registry } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import { Address } from './address.tsx';

interface WalletAddressProps {
  readonly wallet: string;
  readonly what?: string;
  /** The chain and registry that its page shows. */
  readonly chainId: number | undefined;
  readonly registry?: Registry;
}

/** An address that links to its page in the explorer. */
export function WalletAddress(props: WalletAddressProps) {
  const { wallet, what = 'the address of the wallet', chainId, registry } = props;
  const search = { ...(chainId !== undefined && { chain: chainId }), ...(registry && { registry }) };
  return (
    <Address value={wallet} what={what} chainId={chainId}>
      {(short) => (
        <Link to="/explorer/$wallet" params={{ wallet }} search={search} preload={false}>
          {short}
        </Link>
      )}
    </Address>
  );
}
