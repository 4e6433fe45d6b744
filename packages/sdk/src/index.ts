/** The client of Mandate: who may act for whom, with the block of every answer. */
export type {
  Answer,
  Block,
  ChainState,
  ChainStatus,
  Delegation,
  DelegationType,
  DelegationV1,
  List,
  Network,
  Networks,
  Status,
  TokenType,
} from './answers.ts';
export { checkAll } from './check-all.ts';
export { checkAllV1 } from './check-all-v1.ts';
export { checkContract } from './check-contract.ts';
export { checkContractV1 } from './check-contract-v1.ts';
export { checkErc20 } from './check-erc20.ts';
export { checkErc721 } from './check-erc721.ts';
export { checkErc1155 } from './check-erc1155.ts';
export { checkTokenV1 } from './check-token-v1.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export {
  ChainLaggingError,
  ChainNotReadyError,
  ChainNotSupportedError,
  ChainTaintedError,
  type ConnectionCode,
  ConnectionError,
  CursorExpiredError,
  type ErrorCode,
  type ErrorFields,
  InvalidApiKeyError,
  InvalidParametersError,
  MandateError,
  type ParameterError,
  type ProblemCode,
  RateLimitedError,
  ServiceUnavailableError,
} from './errors.ts';
export { getNetworks } from './get-networks.ts';
export { getStatus } from './get-status.ts';
export type { Address, Hex } from './hex.ts';
export { listDelegations } from './list-delegations.ts';
export { listDelegationsV1 } from './list-delegations-v1.ts';
export type {
  CheckAllParameters,
  CheckAllV1Parameters,
  CheckContractParameters,
  CheckContractV1Parameters,
  CheckErc20Parameters,
  CheckErc721Parameters,
  CheckErc1155Parameters,
  CheckTokenV1Parameters,
  ListDelegationsParameters,
  Options,
} from './parameters.ts';
export type { Reply } from './reply.ts';
export { rightsFromText } from './rights-from-text.ts';
