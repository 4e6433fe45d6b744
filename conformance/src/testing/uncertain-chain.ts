/** A chain with past blocks at which a v1 vault's grants cannot be known. */
import { createWriter, type Database } from '@mandate/store';
import { at, block, row } from '@mandate/testing/database';
import { COLD, give, V1_KINDS, V2_KINDS } from '../samples.ts';

/**
 * Avalanche, written by hand. Block n has the time 1,700,000,000 + n, so block 40 is exactly on the minute.
 */
export const UNCERTAIN_CHAIN = 43_114;
const FIRST_BLOCK = 10;
const GRANTED = 12;
const FINALIZED = 18;
const UNCERTAIN = { fromBlock: 20, untilBlock: 30 };
const SAFE = 25;
const LATEST = 50;

export async function writeUncertain(database: Database): Promise<void> {
  const writer = createWriter(database);
  const marks = { head: LATEST, safe: SAFE, finalized: FINALIZED };
  await writer.open(UNCERTAIN_CHAIN, block(FIRST_BLOCK), marks);
  const grants = [
    ...V1_KINDS.map((kind) => give('v1', kind, {})),
    ...V2_KINDS.map((kind) => give('v2', kind, {})),
  ];
  await writer.commit(UNCERTAIN_CHAIN, {
    parent: block(FIRST_BLOCK),
    ended: [],
    begun: grants.map((delegation, log) => row(delegation, at(GRANTED, log))),
    block: block(LATEST),
    replaceable: Array.from({ length: LATEST - FIRST_BLOCK - 1 }, (_, i) => block(FIRST_BLOCK + 1 + i)),
    eventful: [block(GRANTED)],
    uncertain: [{ from: COLD, ...UNCERTAIN }],
    marks,
    state: 'following',
  });
}
