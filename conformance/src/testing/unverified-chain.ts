/** A chain with an imported history that is not verified yet. */
import { createWriter, type Database } from '@mandate/store';
import { at, block, row } from '@mandate/testing/database';
import { give, V1_KINDS, V2_KINDS } from '../samples.ts';

/** Celo, written by hand. Block n has the time 1,700,000,000 + n. */
export const UNVERIFIED_CHAIN = 42_220;
const [FIRST, GRANTED, IMPORTED, SAFE, PROVED, LATEST] = [10, 12, 30, 35, 40, 50];

export async function writeUnverified(database: Database): Promise<void> {
  const writer = createWriter(database);
  const marks = { head: LATEST, safe: SAFE, finalized: IMPORTED };
  await writer.open(UNVERIFIED_CHAIN, block(FIRST), marks);
  const grants = [
    ...V1_KINDS.map((kind) => give('v1', kind, {})),
    ...V2_KINDS.map((kind) => give('v2', kind, {})),
  ];
  await writer.commit(UNVERIFIED_CHAIN, {
    parent: block(FIRST),
    ended: [],
    begun: grants.map((delegation, log) => row(delegation, at(GRANTED, log))),
    block: block(LATEST),
    replaceable: Array.from({ length: LATEST - FIRST - 1 }, (_, i) => block(FIRST + 1 + i)),
    eventful: [block(GRANTED)],
    uncertain: [],
    marks,
    state: 'following',
  });
  await database.query(
    'update chain set imported_block = $2, proved_block = $3, scanned_block = $4 where chain_id = $1',
    [UNVERIFIED_CHAIN, IMPORTED, PROVED, FIRST],
  );
}
