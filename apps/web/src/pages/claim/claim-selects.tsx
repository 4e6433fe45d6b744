import type { Network, TokenType } from '@mandate/sdk';
import { STANDARDS } from '../check/check-search.ts';

interface ChainSelectProps {
  readonly id: string;
  readonly chainId: number;
  readonly networks: readonly Network[];
  readonly onChange: (chainId: number) => void;
}

export function ChainSelect({ id, chainId, networks, onChange }: ChainSelectProps) {
  return (
    <div className="check-form__chain">
      <label htmlFor={id}>Chain</label>
      <select
        id={id}
        className="select"
        value={chainId}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {!networks.some((one) => one.chainId === chainId) && <option value={chainId}>Chain {chainId}</option>}
        {networks.map((one) => (
          <option key={one.chainId} value={one.chainId}>
            {one.testnet ? `${one.name} (testnet)` : one.name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface StandardSelectProps {
  readonly id: string;
  readonly standard: TokenType | undefined;
  readonly onChange: (value: string) => void;
}

export function StandardSelect({ id, standard, onChange }: StandardSelectProps) {
  return (
    <div className="text-input claim-form__standard">
      <label htmlFor={id}>Standard</label>
      <select
        id={id}
        className="select"
        value={standard ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Ask the contract</option>
        {STANDARDS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="text-input__hint">
        Choose ERC20 yourself.
      </p>
    </div>
  );
}
