/** For tests: a chain with random events, and a follower that keeps up with it. */
import { integer, type LocalChain, type Random, randomWrite } from '@mandate/contracts';
import type { Follower } from '../follow/follower.ts';

const MAX_STEPS = 40;
const MAX_ERRORS = 3;

/** Mines a few blocks with random writes, or replaces the last ones. */
export async function live(chain: LocalChain, random: Random): Promise<void> {
  if (integer(random, 1, 12) === 1) {
    const depth = integer(random, 1, 3);
    const count = integer(random, 0, 3);
    await chain.reorg(
      depth,
      Array.from({ length: count }, () => ({
        transaction: randomWrite(chain, random),
        block: integer(random, 0, depth - 1),
      })),
    );
    return;
  }
  for (let block = integer(random, 1, 3); block > 0; block--) {
    for (let i = integer(random, 0, 2); i > 0; i--) await chain.send(randomWrite(chain, random));
    await chain.mine();
  }
}

/** Steps to the head. A node that contradicts itself fails a step, which is then retried. */
export async function catchUp(follower: Follower): Promise<Error[]> {
  const errors: Error[] = [];
  for (let i = 0; i < MAX_STEPS && errors.length < MAX_ERRORS; i++) {
    const step = await follower.step().catch((error: Error) => error);
    if (step instanceof Error) errors.push(step);
    else if (step.type === 'idle') return errors;
    else if (step.type === 'tainted') throw new Error(step.reason);
  }
  return errors;
}
