/**
 * Finds names in the environment that are probably misspelt settings. Most variables belong to other programs, so a
 * name counts only if it is one typo away from a setting that is not set, and short names never count: `APP_PORT` is
 * fine.
 */
const SHORT = 8;

export interface NearMiss {
  readonly written: string;
  readonly meant: string;
}

export function findNearMisses(missing: readonly string[], environment: NodeJS.ProcessEnv): NearMiss[] {
  const candidates = missing.filter((name) => name.length > SHORT);
  return Object.keys(environment).flatMap((written) => {
    const meant = candidates.find((name) => name !== written && isOneSlipAway(written.toUpperCase(), name));
    return meant && environment[written] ? [{ written, meant }] : [];
  });
}

/** Returns whether two names are equal, or differ by one missing, extra or wrong letter or by two swapped neighbours. */
export function isOneSlipAway(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const inA = a.slice(start, a.length - end);
  const inB = b.slice(start, b.length - end);
  if (inA.length <= 1 && inB.length <= 1) return true;
  return inA.length === 2 && inB === `${inA[1]}${inA[0]}`;
}
