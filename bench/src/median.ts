export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** To so many digits behind the point. */
export function round(number: number, digits = 2): number {
  return Math.round(number * 10 ** digits) / 10 ** digits;
}
