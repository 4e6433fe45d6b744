/** Computes and writes figures. */

/** Returns the smallest value that this share of all values does not exceed, and 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;
}

export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export function inMs(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}

export function inPercent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Adds up one of the counts that each of several parts keeps. */
export function sumOf<K extends string>(
  parts: readonly { readonly counts: Readonly<Record<K, number>> }[],
  which: NoInfer<K>,
): number {
  return parts.reduce((sum, { counts }) => sum + counts[which], 0);
}
