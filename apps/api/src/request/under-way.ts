/** Limits what is in progress in this process: each piece of work takes memory, and time from others. */
import { ProblemError } from '../http/problems.ts';

/** Returns a function that runs work of a size, or refuses it with this detail if too much is in progress. */
export function createUnderWay(max: number, detail: string) {
  let underWay = 0;
  return async function run<T>(size: number, work: () => Promise<T>): Promise<T> {
    if (underWay + size > max) throw new ProblemError('overloaded', detail);
    underWay += size;
    try {
      return await work();
    } finally {
      underWay -= size;
    }
  };
}
