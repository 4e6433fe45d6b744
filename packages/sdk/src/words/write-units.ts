const GROUPED = new Intl.NumberFormat('en');

/** Tokens state at most 255. Amounts with more digits than this are clearer in the smallest unit. */
const MAX_DECIMALS = 36;

export const isUsable = (decimals: number | null | undefined): decimals is number =>
  typeof decimals === 'number' && decimals >= 0 && decimals <= MAX_DECIMALS;

/** Writes an amount in units, with every digit. */
export function writeUnits(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const whole = GROUPED.format(amount / unit);
  const rest = amount % unit;
  return rest === 0n ? whole : `${whole}.${rest.toString().padStart(decimals, '0').replace(/0+$/, '')}`;
}

const MAX_SYMBOL = 12;

/** A sign such as "$" alone would pass for money. */
const HAS_LETTER = /\p{L}/u;

/** Writes the symbol that a token has chosen for itself. */
export function writeSymbol(symbol: string | null | undefined): string {
  if (!symbol || !HAS_LETTER.test(symbol)) return 'units';
  const characters = Array.from(symbol);
  return characters.length > MAX_SYMBOL ? `${characters.slice(0, MAX_SYMBOL - 1).join('')}…` : symbol;
}
