/** Returns the number that this share of the others, from 0 to 1, is below. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Rounds to this many decimal places. */
export function round(number: number, digits = 2): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}
