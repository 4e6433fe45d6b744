/** Indexes the long chain up to its head, in this process. */
import { createFollower, type Source } from '@mandate/indexer';
import { createWriter, type Database } from '@mandate/store';
import { LONG_CHAIN } from './start-long-chain.ts';

/** Returns the number of events. */
export async function catchUp(source: Source, database: Database): Promise<number> {
  const follower = createFollower(LONG_CHAIN, source, createWriter(database));
  for (let events = 0; ; ) {
    const step = await follower.step();
    if (step.type === 'advanced') events += step.events;
    if (step.type === 'idle') return events;
    if (step.type === 'tainted') throw new Error(step.reason);
  }
}
