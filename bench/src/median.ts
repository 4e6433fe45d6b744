export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Rounds to this many decimal places. */
export function round(number: number, digits = 2): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}
