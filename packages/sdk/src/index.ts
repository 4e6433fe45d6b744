/** The client of Mandate, the query service for wallet delegations. */
export type {
  Answer,
  BatchAnswer,
  BatchAnswers,
  ChainAnswer,
  Eligibility,
  EligibilityOfMany,
  ExclusiveVaults,
  Explained,
  KnownAnswer,
  KnownChain,
  List,
  PartlyResolved,
  Proven,
  ProvenBatchAnswers,
  ProvenBlock,
  Resolved,
  TokensPage,
  UnknownAnswer,
  UnknownChain,
  UsableTokens,
  WatchedChange,
} from './answers.ts';
export { getAudit } from './audit/get-audit.ts';
export { getAuditKey } from './audit/get-audit-key.ts';
export { getAuditReport } from './audit/get-audit-report.ts';
export { verifyAuditReport } from './audit/verify-audit-report.ts';
export type { Block, ReachedBlock } from './block.ts';
export { type AnyCheckParameters, check } from './check/any-check.ts';
export { batch } from './check/batch.ts';
export { type CheckAllParameters, checkAll } from './check/check-all.ts';
export { type CheckAllV1Parameters, checkAllV1 } from './check/check-all-v1.ts';
export { type CheckContractParameters, checkContract } from './check/check-contract.ts';
export { type CheckContractV1Parameters, checkContractV1 } from './check/check-contract-v1.ts';
export { type CheckErc20Parameters, checkErc20 } from './check/check-erc20.ts';
export { type CheckErc721Parameters, checkErc721 } from './check/check-erc721.ts';
export { type CheckErc1155Parameters, checkErc1155 } from './check/check-erc1155.ts';
export { type CheckTokenV1Parameters, checkTokenV1 } from './check/check-token-v1.ts';
export { resolve } from './check/resolve.ts';
export { checkTokens } from './claim/check-tokens.ts';
export { getEligibility } from './claim/get-eligibility.ts';
export { getEligibilityOfMany } from './claim/get-eligibility-of-many.ts';
export { getExclusiveOwner } from './claim/get-exclusive-owner.ts';
export { getExclusiveWallet } from './claim/get-exclusive-wallet.ts';
export { listExclusiveVaults } from './claim/list-exclusive-vaults.ts';
export { listTokens } from './claim/list-tokens.ts';
export { scoreVotes } from './claim/score-votes.ts';
export { type Client, type ClientOptions, createClient } from './client/create-client.ts';
export {
  BlockNotReachedError,
  ChainLaggingError,
  ChainNotReadyError,
  ChainNotSupportedError,
  ChainTaintedError,
  type ConnectionCode,
  ConnectionError,
  CursorExpiredError,
  type ErrorCode,
  type ErrorFields,
  HistoryUncertainError,
  HistoryUnverifiedError,
  InvalidApiKeyError,
  InvalidParametersError,
  KeyNotAllowedError,
  MandateError,
  type ParameterError,
  type ProblemCode,
  RateLimitedError,
  ServiceUnavailableError,
} from './client/errors.ts';
export type {
  BatchCheck,
  BatchParameters,
  CheckTokensParameters,
  GetAuditReportParameters,
  GetEligibilityOfManyParameters,
  GetEligibilityParameters,
  GetExclusiveOwnerParameters,
  GetExclusiveWalletParameters,
  ListChangesParameters,
  ListDelegationsParameters,
  ListExclusiveVaultsParameters,
  ListTokensParameters,
  Options,
  ReadSnapshotParameters,
  ResolveParameters,
  ScoreVotesParameters,
  When,
} from './client/parameters.ts';
export type { Reply, StreamedReply } from './client/reply.ts';
export type { Audit, AuditKey, AuditPass, AuditReport, ChainAudit } from './generated/audit.ts';
export type { ChainDoubt, Change, Changes } from './generated/changes.ts';
export { describeRights, type RightsForm } from './generated/describe-rights.ts';
export type {
  EligibilityVerdict,
  Holder,
  TimedGrant,
  UnknownPart,
  UnknownReason,
  WalletEligibility,
} from './generated/eligibility.ts';
export type { ExclusiveOwner, ExclusiveVault, ExclusiveWallet } from './generated/exclusive.ts';
export { FULL_RIGHTS } from './generated/kinds.ts';
export type { Network, Networks } from './generated/networks.ts';
export type {
  Delegation,
  DelegationType,
  DelegationV1,
  ExactDelegation,
  Grant,
  Proof,
  StandingGrant,
} from './generated/registry.ts';
export type { ResolvedWallet } from './generated/resolve.ts';
export type { SnapshotRecord } from './generated/snapshots.ts';
export type { ChainState, ChainStatus, NodeState, NodeStatus, Status } from './generated/status.ts';
export type { KnownTokens, UsableToken } from './generated/tokens.ts';
export type { VoterScore } from './generated/votes.ts';
export type { Address, Hex } from './hex.ts';
export { listDelegations } from './list/list-delegations.ts';
export { listDelegationsV1 } from './list/list-delegations-v1.ts';
export { readSnapshot } from './list/read-snapshot.ts';
export {
  findKind,
  type Kind,
  type KindName,
  kindOf,
  REGISTRIES,
  type Registry,
  type TokenType,
} from './registries.ts';
export { rightsFromText } from './rights-from-text.ts';
export { getNetworks } from './status/get-networks.ts';
export { getStatus } from './status/get-status.ts';
export { listChanges } from './watch/list-changes.ts';
export { watchChanges } from './watch/watch-changes.ts';
export type { WatchChangesParameters } from './watch/watch-parameters.ts';
