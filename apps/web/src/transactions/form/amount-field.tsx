import { TextInput } from '../../ui/form/text-input.tsx';
import { type Decimals, DISPUTED } from './decimals.ts';

interface AmountFieldProps {
  readonly amount: string;
  readonly isUnlimited: boolean;
  readonly decimals: Decimals;
  readonly symbol: string | null;
  /** ERC1155 tokens are counted. */
  readonly isCounted: boolean;
  readonly problem: string | undefined;
  readonly onChange: (change: { amount?: string; isUnlimited?: boolean }) => void;
}

/** An amount in whole tokens where the decimals are known, else in the smallest unit. */
export function AmountField(props: AmountFieldProps) {
  const { amount, isUnlimited, decimals, problem, onChange } = props;
  return (
    <div className="stack stack--m">
      {!isUnlimited && decimals === 'disputed' && (
        <p className="note" data-tone="bad" role="alert">
          {DISPUTED}
        </p>
      )}
      {!isUnlimited && decimals !== 'disputed' && (
        <TextInput
          name="amount"
          label="Amount"
          hint={hintOf(props)}
          value={amount}
          problem={problem}
          placeholder="0"
          onChange={(text) => onChange({ amount: text })}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={isUnlimited}
          onChange={({ target }) => onChange({ isUnlimited: target.checked })}
        />
        Any amount
      </label>
    </div>
  );
}

function hintOf({ decimals, symbol, isCounted }: AmountFieldProps): string {
  if (isCounted) return 'The number of tokens with this id.';
  if (typeof decimals !== 'number')
    return 'In the smallest unit of the token: 1 token is often 1 and 18 zeros. For whole tokens, connect a wallet on this chain, whose node knows the decimals.';
  return symbol ? `In ${symbol}, with up to ${decimals} decimals.` : `With up to ${decimals} decimals.`;
}
