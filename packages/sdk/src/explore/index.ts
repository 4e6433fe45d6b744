/** For pages about wallets: all delegations of a wallet, names, and the history of the service. */
export type { WalletPage } from '../answers.ts';
export type { AddressNames, Names, ResolvedName, TokenContract, TokenPicture } from '../generated/names.ts';
export type { Incident, LagSample, StatusHistory } from '../generated/status.ts';
export type { Account, AccountKind, WalletAccount, WalletDelegation } from '../generated/wallets.ts';
export { type GetNamesParameters, getNames, type NameQuestion } from './get-names.ts';
export { type GetStatusHistoryParameters, getStatusHistory } from './get-status-history.ts';
export { type GetWalletParameters, getWallet } from './get-wallet.ts';
export { readName } from './read-name.ts';
