import './names.css';
import type { TokenContract } from '@mandate/sdk/explore';
import { isUnlimited, writeAmount } from '../words/grant-words.ts';
import { isUsable, writeUnits } from './write-units.ts';

const MAX_SYMBOL = 12;

interface AmountProps {
  readonly value: bigint;
  /** The token, in its own words. Without its decimals, the amount is in the smallest unit. */
  readonly contract: TokenContract | null | undefined;
}

/** A sign such as "$" alone would pass for money. */
const HAS_LETTER = /\p{L}/u;

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
      <bdi className="amount__symbol">{writeSymbol(contract?.symbol)}</bdi>
    </span>
  );
}

function writeSymbol(symbol: string | null | undefined): string {
  if (!symbol || !HAS_LETTER.test(symbol)) return 'units';
  const characters = Array.from(symbol);
  return characters.length > MAX_SYMBOL ? `${characters.slice(0, MAX_SYMBOL - 1).join('')}…` : symbol;
}
