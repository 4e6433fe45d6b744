/** The client of Mandate, the query service for wallet delegations. */
export type {
  Answer,
  BatchAnswer,
  BatchAnswers,
  Block,
  ChainAnswer,
  ChainState,
  ChainStatus,
  Delegation,
  DelegationType,
  DelegationV1,
  Explained,
  Grant,
  KnownAnswer,
  KnownChain,
  List,
  Network,
  Networks,
  NodeState,
  NodeStatus,
  PartlyResolved,
  Proof,
  Proven,
  ProvenBatchAnswers,
  ProvenBlock,
  Resolved,
  ResolvedWallet,
  SnapshotRecord,
  StandingGrant,
  Status,
  UnknownAnswer,
  UnknownChain,
} from './answers.ts';
export type { Audit, AuditKey, AuditPass, AuditReport, ChainAudit } from './answers-of-audit.ts';
export type { ChainDoubt, Change, Changes, ReachedBlock, WatchedChange } from './answers-of-changes.ts';
export type {
  Eligibility,
  EligibilityOfMany,
  EligibilityVerdict,
  ExclusiveOwner,
  ExclusiveVault,
  ExclusiveVaults,
  ExclusiveWallet,
  Holder,
  TimedGrant,
  UnknownPart,
  UnknownReason,
  WalletEligibility,
} from './answers-of-eligibility.ts';
export { batch } from './batch.ts';
export { type CheckAllParameters, checkAll } from './check-all.ts';
export { type CheckAllV1Parameters, checkAllV1 } from './check-all-v1.ts';
export { type CheckContractParameters, checkContract } from './check-contract.ts';
export { type CheckContractV1Parameters, checkContractV1 } from './check-contract-v1.ts';
export { type CheckErc20Parameters, checkErc20 } from './check-erc20.ts';
export { type CheckErc721Parameters, checkErc721 } from './check-erc721.ts';
export { type CheckErc1155Parameters, checkErc1155 } from './check-erc1155.ts';
export { type CheckTokenV1Parameters, checkTokenV1 } from './check-token-v1.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
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
} from './errors.ts';
export { getAudit } from './get-audit.ts';
export { getAuditKey } from './get-audit-key.ts';
export { getAuditReport } from './get-audit-report.ts';
export { getEligibility } from './get-eligibility.ts';
export { getEligibilityOfMany } from './get-eligibility-of-many.ts';
export { getExclusiveOwner } from './get-exclusive-owner.ts';
export { getExclusiveWallet } from './get-exclusive-wallet.ts';
export { getNetworks } from './get-networks.ts';
export { getStatus } from './get-status.ts';
export type { Address, Hex } from './hex.ts';
export { listChanges } from './list-changes.ts';
export { listDelegations } from './list-delegations.ts';
export { listDelegationsV1 } from './list-delegations-v1.ts';
export { listExclusiveVaults } from './list-exclusive-vaults.ts';
export type {
  BatchCheck,
  BatchParameters,
  GetAuditReportParameters,
  GetEligibilityOfManyParameters,
  GetEligibilityParameters,
  GetExclusiveOwnerParameters,
  GetExclusiveWalletParameters,
  ListChangesParameters,
  ListDelegationsParameters,
  ListExclusiveVaultsParameters,
  Options,
  ReadSnapshotParameters,
  ResolveParameters,
  WatchChangesParameters,
  When,
} from './parameters.ts';
export { readSnapshot } from './read-snapshot.ts';
export {
  findKind,
  type Kind,
  type KindName,
  REGISTRIES,
  type Registry,
  type TokenType,
} from './registries.ts';
export type { Reply, StreamedReply } from './reply.ts';
export { resolve } from './resolve.ts';
export { rightsFromText } from './rights-from-text.ts';
export { verifyAuditReport } from './verify-audit-report.ts';
export { watchChanges } from './watch-changes.ts';
