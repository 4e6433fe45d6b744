/** The rows of lists as bytes. Importing this does not load lmdb. */
export { hasRights, type Layout, layoutOf, readNumber, readSmallNumber } from './grant-bytes.ts';
export {
  type Direction,
  GRANT,
  MAX_ROW_BYTES,
  OTHER,
  OTHER_CASE,
  writeRow,
} from './row-bytes.ts';
