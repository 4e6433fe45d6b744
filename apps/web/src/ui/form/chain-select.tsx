import type { Network } from '@mandate/sdk';
import { useId } from 'react';

interface ChainSelectProps<All extends string | undefined> {
  readonly networks: readonly Network[];
  /** `undefined` is all chains. */
  readonly chainId: number | undefined;
  /** The words for all chains, where they are a choice. */
  readonly all?: All;
  readonly onChange: (chainId: All extends string ? number | undefined : number) => void;
}

/** Chooses a chain. A chain that the service does not know keeps its number. */
export function ChainSelect<All extends string | undefined = undefined>(props: ChainSelectProps<All>) {
  const { networks, chainId, all, onChange } = props;
  const id = useId();
  const isKnown = chainId === undefined || networks.some((network) => network.chainId === chainId);
  return (
    <>
      <label htmlFor={id}>Chain</label>
      <select
        id={id}
        className="select"
        value={chainId ?? ''}
        onChange={({ target: { value } }) => onChange((value === '' ? undefined : Number(value)) as number)}
      >
        {all !== undefined && <option value="">{all}</option>}
        {!isKnown && <option value={chainId}>Chain {chainId}</option>}
        {networks.map((network) => (
          <option key={network.chainId} value={network.chainId}>
            {network.testnet ? `${network.name} (testnet)` : network.name}
          </option>
        ))}
      </select>
    </>
  );
}
