/** A chain that one node follows in ranges: the blocks above its safe one are provisional. */
import { createWriter, type Database } from '@mandate/store';
import { at, block, row } from '@mandate/testing/database';
import { COLD, give, LATE_HOT, LEAVING, SHIFTING, UNSAFE, V1_KINDS, V2_KINDS } from '../samples.ts';

/** Zora, written by hand. Block n has the time 1,700,000,000 + n. */
export const PROVISIONAL_CHAIN = 7_777_777;
const [FIRST, GRANTED, SAFE, LATE, LATEST] = [10, 12, 25, 30, 50];

/** The grants of `COLD`, `LEAVING` (revoked later) and `SHIFTING` (changed later) are safe; that of `UNSAFE` is not. */
const GRANTS = [
  ...V1_KINDS.map((kind) => ['v1', kind] as const),
  ...V2_KINDS.map((kind) => ['v2', kind] as const),
];
const BEGUN = [
  ...GRANTS.map(([registry, kind], log) => row(give(registry, kind, { from: COLD }), at(GRANTED, log))),
  ...GRANTS.map(([registry, kind], i) =>
    row(give(registry, kind, { from: LEAVING, to: LATE_HOT[kind] }), at(GRANTED, 20 + i), at(LATE, i)),
  ),
  ...GRANTS.map(([registry, kind], i) =>
    row(give(registry, kind, { from: UNSAFE, to: LATE_HOT[kind] }), at(LATE, 20 + i)),
  ),
  row(ofShifting(9n), at(GRANTED, 40), at(LATE, 40)),
  row(ofShifting(5n), at(LATE, 40)),
];

function ofShifting(amount: bigint) {
  return give('v2', 'erc20', { from: SHIFTING, to: LATE_HOT.erc20, amount });
}

export async function writeProvisional(database: Database): Promise<void> {
  const writer = createWriter(database);
  const marks = { head: LATEST, safe: SAFE, finalized: GRANTED, provisional: true };
  await writer.open(PROVISIONAL_CHAIN, block(FIRST), marks);
  await writer.commit(PROVISIONAL_CHAIN, {
    parent: block(FIRST),
    ended: [],
    begun: BEGUN,
    block: block(LATEST),
    replaceable: Array.from({ length: LATEST - FIRST - 1 }, (_, i) => block(FIRST + 1 + i)),
    eventful: [block(GRANTED), block(LATE)],
    uncertain: [],
    marks,
    state: 'following',
  });
}
