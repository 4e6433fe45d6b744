import type { Network, Registry } from '@mandate/sdk';
import { useId } from 'react';
import { BlockAge } from '../../components/block-age.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ExplorerLink } from '../../components/explorer-link.tsx';
import { Identicon } from '../../components/identicon.tsx';
import { Segments } from '../../components/segments.tsx';
import type { SearchChange } from './explorer-search.ts';
import type { WalletAnswer } from './wallet-query.ts';

interface WalletHeadProps {
  readonly wallet: string;
  readonly networks: readonly Network[];
  /** Undefined when the URL names an unsupported chain. */
  readonly network: Network | undefined;
  readonly chainId: number;
  readonly registry: Registry;
  readonly block: WalletAnswer['block'] | undefined;
  /** True when the timeline shows the time instead. */
  readonly isPast: boolean;
  readonly isFetching: boolean;
  readonly onChange: (change: SearchChange) => void;
  readonly onRefresh: () => void;
}

export function WalletHead(props: WalletHeadProps) {
  const { wallet, networks, network, chainId, registry, block, isPast, isFetching, onChange, onRefresh } =
    props;
  const id = useId();
  const changeChain = (chosen: number) => {
    const hasV1 = networks.find((one) => one.chainId === chosen)?.registries.v1;
    onChange({ chain: chosen, ...(!hasV1 && { registry: undefined }) });
  };
  return (
    <div className="wallet-head">
      <div className="wallet-head__name">
        <Identicon address={wallet} />
        <div>
          <h1 className="wallet-head__address mono">
            <span className="visually-hidden">Wallet </span>
            {wallet}
          </h1>
          <p className="wallet-head__facts">
            <CopyButton text={wallet} what="the address of this wallet" />
            {network?.explorer && <ExplorerLink explorer={network.explorer} address={wallet} />}
            <span className="wallet-head__block">
              {block ? (
                <span>
                  As of <BlockAge block={isPast ? { ...block, timestamp: null } : block} />
                </span>
              ) : (
                'Not loaded yet'
              )}
              <button type="button" className="link-button" onClick={onRefresh} aria-disabled={isFetching}>
                {isFetching ? 'Loading…' : 'Refresh'}
              </button>
            </span>
          </p>
        </div>
      </div>
      <div className="wallet-head__switches">
        <div>
          <label className="visually-hidden" htmlFor={id}>
            Chain
          </label>
          <select
            id={id}
            className="select"
            value={chainId}
            onChange={({ target }) => changeChain(Number(target.value))}
          >
            {!network && <option value={chainId}>Chain {chainId} (not served)</option>}
            {networks.map(({ chainId, name, testnet }) => (
              <option key={chainId} value={chainId}>
                {testnet ? `${name} (testnet)` : name}
              </option>
            ))}
          </select>
        </div>
        <Segments
          label="Registry"
          value={registry}
          onChange={(chosen) => onChange({ registry: chosen, kind: undefined })}
          options={[
            { value: 'v2', text: 'Registry v2' },
            { value: 'v1', text: 'v1', disabled: network !== undefined && network.registries.v1 === null },
          ]}
        />
      </div>
    </div>
  );
}
