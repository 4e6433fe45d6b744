import type { Network } from '@mandate/sdk';
import { useId } from 'react';

interface ChainSelectProps {
  readonly networks: readonly Network[];
  readonly chainId: number;
  readonly onChange: (chainId: number) => void;
}

/** Chooses one chain. A chain that the service does not know keeps its number. */
export function ChainSelect({ networks, chainId, onChange }: ChainSelectProps) {
  const id = useId();
  const isKnown = networks.some((network) => network.chainId === chainId);
  return (
    <>
      <label htmlFor={id}>Chain</label>
      <select
        id={id}
        className="select"
        value={chainId}
        onChange={({ target }) => onChange(Number(target.value))}
      >
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
