/**
 * Names in the environment that were probably meant for us. Most of an environment is for others, so that a name has to
 * be one slip away from one of ours that is not set, and a short one is never taken for a slip: `APP_PORT` is fine.
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

/** Apart by nothing, by one letter too many, too few or wrong, or by two neighbours that changed places. */
function isOneSlipAway(a: string, b: string): boolean {
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
