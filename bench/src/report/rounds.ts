/** Describes how long something was measured. */
export function describeRounds({ rounds, seconds }: { rounds: number; seconds: number }): string {
  return `${rounds === 1 ? 'one round' : `${rounds} rounds`} of ${seconds} s each`;
}
