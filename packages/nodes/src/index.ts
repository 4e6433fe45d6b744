export type { Account } from './budget/account.ts';
export { createAccounts, reserveOfMonth } from './budget/accounts.ts';
export { createCallCounts } from './budget/call-counts.ts';
export { startCountedBudget } from './budget/counted-budget.ts';
export { dayOf, monthAt } from './budget/month.ts';
export { type CallBudget, connectNodes } from './connect-nodes.ts';
export { createContractReader, listGas } from './contract-reader.ts';
export { lacksState } from './lacks-state.ts';
export { judgeStateError } from './no-state.ts';
export { createNode, type NodeOptions } from './node.ts';
export { addNodeMetrics } from './node-metrics.ts';
export { createQuorum, QuorumError } from './quorum.ts';
export type {
  ContractReader,
  ContractStep,
  StepAnswer,
  StepGroup,
  TokenAnswer,
  TokenReader,
} from './reader-types.ts';
export { pause, retryAfter } from './retry.ts';
export { createAcceptedSize } from './rpc/accepted-size.ts';
export {
  NodeBehindError,
  NodeUnavailableError,
  OverBudgetError,
  RateLimitedError,
  RpcError,
  WrongNodeError,
} from './rpc/errors.ts';
export { lacksBlock } from './rpc/lacks-block.ts';
export { METHODS, NODE_ERRORS, type NodeError, type NodeObserver, type Vote } from './rpc/node-watch.ts';
export {
  type ContractSource,
  type Depths,
  type Header,
  type Log,
  marksOf,
  type ProvenStorage,
  type Range,
  type Receipt,
  type Source,
  type Tags,
  type Transaction,
  withKnown,
} from './source.ts';
export { createTokenReader } from './token-reader.ts';
export { UnprovenError, type UnprovenReason } from './unproven.ts';
