const NUMBER = new Intl.NumberFormat('en');

/** Writes a number with separators. Faster than `toLocaleString`, which looks the locale up each time. */
export const writeNumber = (value: number) => NUMBER.format(value);

/** Writes e.g. "1 delegation" or "2,000 delegations". */
export function writeCount(value: number, thing: string): string {
  return `${NUMBER.format(value)} ${value === 1 ? thing : `${thing}s`}`;
}
