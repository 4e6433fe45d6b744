import type { Network, ResolvedWallet } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import { Address } from '../../ui/wallet/address.tsx';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import { Reason } from '../answer/reasons.tsx';

interface VaultItemProps {
  readonly vault: ResolvedWallet;
  readonly networks: readonly Network[];
}

/** Shows a vault and its broadest grant on each chain. */
export function VaultItem({ vault: { address, grants }, networks }: VaultItemProps) {
  return (
    <div className="vault">
      <div className="vault__name">
        <Identicon address={address} />
        <Address value={address} what="the address of the vault" chainId={grants[0]?.chainId}>
          {(short) => (
            <Link
              to="/explorer/$wallet"
              params={{ wallet: address }}
              search={grants[0] ? { chain: grants[0].chainId } : {}}
              preload={false}
            >
              {short}
            </Link>
          )}
        </Address>
      </div>
      <ul>
        {grants.map(({ chainId, broadest }) => {
          const network = networks.find((one) => one.chainId === chainId);
          return (
            <li key={chainId}>
              <p className="vault__chain">{network?.name ?? `Chain ${chainId}`}</p>
              <Reason grant={broadest} chainId={chainId} explorer={network?.explorer ?? null} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
