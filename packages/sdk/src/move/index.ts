/** Moves the delegations of a vault from registry v1 to v2. No dependency. */
export { groupWrites, MAX_WRITES, type WriteGroup } from '../write/group-writes.ts';
export { findStandards } from './find-standards.ts';
export { type EndOfV1, planEndOfV1 } from './plan-end-of-v1.ts';
export {
  type ChainGrant,
  type FoundStandard,
  type MoveParameters,
  type MovePlan,
  type MoveStandard,
  planMoveToV2,
  type UnmovedReason,
} from './plan-move-to-v2.ts';
