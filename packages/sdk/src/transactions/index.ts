/** Sends changes of delegations with a wallet, and follows them until the service confirms them. No dependency. */
export { canBatch } from './can-batch.ts';
export { currencyOf } from './currency.ts';
export type { Fee } from './estimate-fee.ts';
export { factsOfGrant, factsOfRow, type GrantFacts, identityOf } from './grant-facts.ts';
export { type Doubt, type Outcome, outcomeOf, type Progress } from './progress.ts';
export type { Provider } from './provider.ts';
export type { Reason, ReasonCode } from './reason.ts';
export { followProposal, type RunParameters, runTransaction } from './run-transaction.ts';
export { type Simulation, simulateTransactions } from './simulate-transactions.ts';
export type { WalletChain } from './switch-chain.ts';
export type { Timing } from './timing.ts';
export type { Transaction } from './transaction.ts';
export { readWalletFailure, type WalletFailure } from './wallet-failure.ts';
