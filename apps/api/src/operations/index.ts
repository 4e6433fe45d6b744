/** Every operation of the interface. Routes, limits, metrics and documentation are made from this list. */
import { AUDIT, AUDIT_KEY, AUDIT_REPORT } from './audit/operation.ts';
import { BATCH } from './batch/operation.ts';
import { CHANGES } from './changes/operation.ts';
import { V1_CHECKS, V2_CHECKS } from './check/operation.ts';
import { ELIGIBILITY, ELIGIBILITY_OF_MANY } from './eligibility/operation.ts';
import { EXCLUSIVE_OWNER, EXCLUSIVE_VAULTS, EXCLUSIVE_WALLET } from './exclusive/operation.ts';
import { V1_LIST, V2_LIST } from './list/operation.ts';
import { NAMES } from './names/operation.ts';
import type { Operation } from './operation.ts';
import { RESOLVE } from './resolve/operation.ts';
import { SNAPSHOT } from './snapshots/operation.ts';
import { HEALTH, NETWORKS, STATUS, STATUS_HISTORY } from './status/operation.ts';
import { TOKENS, TOKENS_OF_IDS } from './tokens/operation.ts';
import { SCORE_VOTES } from './votes/operation.ts';
import { WALLET } from './wallet/operation.ts';

export { CHECKS } from './check/operation.ts';
export {
  type Choice,
  type Fields,
  type Form,
  fields,
  integer,
  type Json,
  listOf,
  oneOf,
  partsOf,
  ref,
  SCALARS,
  text,
} from './forms/form.ts';
export { componentOf, schemaOf, wholeSchemaOf } from './forms/schema-of.ts';
export { LISTS } from './list/operation.ts';
export type { Operation } from './operation.ts';

export const OPERATIONS: readonly Operation[] = [
  V2_LIST,
  ...V2_CHECKS,
  V1_LIST,
  ...V1_CHECKS,
  RESOLVE,
  WALLET,
  ELIGIBILITY,
  ELIGIBILITY_OF_MANY,
  TOKENS,
  TOKENS_OF_IDS,
  EXCLUSIVE_WALLET,
  EXCLUSIVE_OWNER,
  EXCLUSIVE_VAULTS,
  NAMES,
  BATCH,
  SCORE_VOTES,
  CHANGES,
  SNAPSHOT,
  STATUS,
  STATUS_HISTORY,
  AUDIT,
  AUDIT_REPORT,
  AUDIT_KEY,
  NETWORKS,
  HEALTH,
];
