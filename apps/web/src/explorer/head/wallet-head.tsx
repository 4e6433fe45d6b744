import type { Network } from '@mandate/sdk';
import { memo } from 'react';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { ExplorerLink } from '../../ui/wallet/explorer-link.tsx';
import { Identicon } from '../../ui/wallet/identicon.tsx';
import { WalletName } from '../../ui/wallet/wallet-name.tsx';
import type { NameOfChain } from '../wallet/rows.ts';
import type { WalletAnswer } from '../wallet/wallet-query.ts';
import { ChainBlocks } from './chain-blocks.tsx';

interface WalletHeadProps {
  readonly wallet: string;
  /** The ENS name that was looked up. `null` for an address. */
  readonly openedAs: string | null;
  /** The chain whose block explorer is linked. */
  readonly network: Network | undefined;
  readonly chains: WalletAnswer['chains'];
  readonly nameOfChain: NameOfChain;
  /** True when the timeline shows the time instead. */
  readonly isPast: boolean;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

export const WalletHead = memo(function WalletHead(props: WalletHeadProps) {
  const { wallet, openedAs, network, chains, nameOfChain, isPast, isFetching, onRefresh } = props;
  return (
    <div className="who wallet-head">
      <Identicon address={wallet} />
      <div>
        <WalletName wallet={wallet} openedAs={openedAs} chainId={network?.chainId} />
        <h1 className="wallet-head__address mono">
          <span className="visually-hidden">Wallet </span>
          {wallet}
        </h1>
        <div className="row row--loose quiet">
          <CopyButton text={wallet} what="the address of this wallet" />
          {network?.explorer && <ExplorerLink explorer={network.explorer} address={wallet} />}
          <div className="wallet-head__blocks">
            <ChainBlocks chains={chains} nameOfChain={nameOfChain} isPast={isPast} />
            <button type="button" className="link-button" onClick={onRefresh} aria-disabled={isFetching}>
              {isFetching ? 'Loading…' : 'Refresh'}
            </button>
          </div>
        </div>
      </div>
    </div>
  );
});
