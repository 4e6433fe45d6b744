export {
  type Call,
  type LocalChain,
  type LocalChainOptions,
  startLocalChain,
  type Transaction,
  throughWallet,
} from './local-chain.ts';
export { encodeGrant, encodeRevoke } from './writes.ts';
