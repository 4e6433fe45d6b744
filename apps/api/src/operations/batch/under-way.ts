/** Limits the checks of batches that are in progress in this process: each takes memory, and time from others. */
import { ProblemError } from '../../http/problems.ts';

const MAX_CHECKS_UNDER_WAY = 20_000;

/** Runs the work of so many checks, or refuses it where too much is under way. */
export function createUnderWay(most = MAX_CHECKS_UNDER_WAY) {
  let underWay = 0;
  return async function run<T>(checks: number, work: () => Promise<T>): Promise<T> {
    if (underWay + checks > most) {
      throw new ProblemError('overloaded', 'Too many checks of batches are under way.');
    }
    underWay += checks;
    try {
      return await work();
    } finally {
      underWay -= checks;
    }
  };
}
