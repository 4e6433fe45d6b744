import type { TokenContract } from '@mandate/sdk/explore';
import { isUnlimited, isUsable, writeAmount, writeSymbol, writeUnits } from '@mandate/sdk/words';

interface AmountProps {
  readonly value: bigint;
  /** The token, in its own words. Without its decimals, the amount is in the smallest unit. */
  readonly contract: TokenContract | null | undefined;
}

/** Shows an amount with every digit, in units if the token states its decimals. */
export function Amount({ value, contract }: AmountProps) {
  if (isUnlimited(value)) return <span className="mono digits">{writeAmount(value)}</span>;
  const baseUnits = `${writeAmount(value)} ${value === 1n ? 'base unit' : 'base units'}`;
  const decimals = contract?.decimals;
  if (!isUsable(decimals)) {
    return (
      <>
        <span className="mono digits">{writeAmount(value)}</span> {value === 1n ? 'base unit' : 'base units'}
      </>
    );
  }
  return (
    <span data-tip={baseUnits}>
      <span className="mono digits">{writeUnits(value, decimals)}</span>{' '}
      <bdi className="digits">{writeSymbol(contract?.symbol)}</bdi>
    </span>
  );
}
