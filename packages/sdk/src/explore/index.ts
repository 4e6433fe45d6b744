/** For pages about wallets: all delegations of a wallet, names, and the history of the service. */
export type {
  AddressNames,
  Incident,
  LagSample,
  NameQuestion,
  Names,
  ResolvedName,
  StatusHistory,
  TokenContract,
  TokenPicture,
  WalletDelegation,
  WalletPage,
} from './answers.ts';
export { type GetNamesParameters, getNames } from './get-names.ts';
export { type GetStatusHistoryParameters, getStatusHistory } from './get-status-history.ts';
export { type GetWalletParameters, getWallet } from './get-wallet.ts';
