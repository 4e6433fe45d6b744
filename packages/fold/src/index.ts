export { createBlockRanges } from './block-ranges.ts';
export { compareRows, type RowDifference } from './compare-rows.ts';
export { loadKeccak } from './fast-keccak.ts';
export {
  countReads,
  decodeLogs,
  type Event,
  type FoldedRows,
  fold,
  type Touched,
  touchedBy,
} from './fold.ts';
export { createFoldRange } from './fold-range.ts';
export { createFindFalse } from './prove-standing.ts';
export { type Registries, readStanding, type Stored } from './read-standing.ts';
export { createSettle, type Settle } from './settle-revocations.ts';
export { createStorageCalls } from './storage-calls.ts';
