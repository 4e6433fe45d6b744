import type { TokenType } from '@mandate/sdk';
import { STANDARDS } from '../question/check-search.ts';

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
        A currency (ERC20) does not say what it is: choose it.
      </p>
    </div>
  );
}
