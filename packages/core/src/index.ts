export { SIGNATURES, V1_SIGNATURES, V2_SIGNATURES } from './abi.ts';
export { type Address, parseAddress, ZERO_ADDRESS } from './address.ts';
export { type Bytes, bytesToHex, type Hex, hexToBytes } from './bytes.ts';
export { CHAINS, type Evidence, findChain, type Registries } from './chains.ts';
export type { Change, UnidentifiedRevocation } from './change.ts';
export { type Answer, check, listSatisfying, type Question, UNLIMITED } from './check.ts';
export { decode, type EventLog } from './decode.ts';
export {
  createDelegation,
  createGrant,
  type Delegation,
  type DelegationFields,
  findAmount,
  type Grant,
  grantOf,
  hasAmount,
  identify,
  isPossibleGrantor,
  type V1Delegation,
  type V1Grant,
  type V2Delegation,
  type V2Grant,
} from './delegation.ts';
export {
  apply,
  type DelegationSet,
  type Effect,
  EMPTY_SET,
  effectsOf,
  listIncoming,
  listOutgoing,
  undo,
} from './delegation-set.ts';
export { describeRights } from './describe-rights.ts';
export { codeOf, messageOf } from './errors.ts';
export { EVENT_TOPICS } from './event-words.ts';
export {
  decodeRights,
  type ExclusiveCandidate,
  type ExclusiveQuestion,
  type ExclusiveToken,
  findExclusive,
  GLOBAL_IDENTIFIER,
  parseRightsIdentifier,
  type RightsIdentifier,
} from './exclusive.ts';
export { type Keccak, keccakBytes } from './keccak.ts';
export {
  type Asset,
  combineReach,
  type Reach,
  reaches,
  STANDARDS,
  type Standard,
} from './reach.ts';
export {
  getKind,
  getKindOfRecord,
  getKindOfType,
  KINDS,
  type Kind,
  type KindOf,
  listKinds,
  REGISTRIES,
  REGISTRY_IDS,
  type Registry,
  type RegistryDescription,
} from './registries.ts';
export {
  FULL_RIGHTS,
  parseRights,
  type Rights,
  rightsFromText,
  rightsWithExpiry,
} from './rights.ts';
export { compareBreadth, listSatisfyingScope, type Scope } from './scope.ts';
export {
  type ReadSlots,
  settleRevocation,
  v1GrantSlot,
  v1VersionSlots,
} from './v1-storage.ts';
export {
  readV2Words,
  type V2Words,
  v2Hash,
  v2Location,
  v2Slots,
} from './v2-storage.ts';
export {
  divideVotes,
  listVotingTokens,
  rankVotingGrants,
  type Voters,
} from './votes.ts';
export { toWord } from './words.ts';
