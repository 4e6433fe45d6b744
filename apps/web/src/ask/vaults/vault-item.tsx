import type { Network, ResolvedWallet } from '@mandate/sdk';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import { WalletAddress } from '../../ui/wallet/wallet-address.tsx';
import { Reason } from '../answer/reasons.tsx';

interface VaultItemProps {
  readonly vault: ResolvedWallet;
  readonly networks: readonly Network[];
}

/** Shows a vault and its broadest grant on each chain. */
export function VaultItem({ vault: { address, grants }, networks }: VaultItemProps) {
  return (
    <div className="stack stack--m">
      <div className="row">
        <Identicon address={address} />
        <WalletAddress wallet={address} what="the address of the vault" chainId={grants[0]?.chainId} />
      </div>
      <ul className="stack stack--m">
        {grants.map(({ chainId, broadest }) => {
          const network = networks.find((one) => one.chainId === chainId);
          return (
            <li key={chainId} className="stack stack--s">
              <p className="hint">{network?.name ?? `Chain ${chainId}`}</p>
              <Reason grant={broadest} chainId={chainId} explorer={network?.explorer ?? null} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
