export { ABIS, v1Abi, v2Abi } from './abis.ts';
export { askContracts } from './ask-contracts.ts';
export { type FollowedChain, writeChains } from './chains-text.ts';
export {
  type ContractView,
  viewOfIncoming,
  viewOfOutgoing,
  viewOfQuestion,
} from './contract-views.ts';
export { installResolver } from './exclusive-resolver.ts';
export {
  type Call,
  type LocalChain,
  startLocalChain,
  type Transaction,
  throughWallet,
} from './local-chain.ts';
export { createRandom, integer, pick, type Random } from './random.ts';
export { RANDOM_CONTRACTS, randomWrite, SMART_WALLETS } from './random-writes.ts';
export { readSampleCode } from './registry-code.ts';
export { prepareSigningWallet, type SigningWallet } from './signing-wallet.ts';
export { encodeGrant, encodeRevoke, registryOf, writeOf } from './writes.ts';
