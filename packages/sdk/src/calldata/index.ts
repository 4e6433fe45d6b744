/** The calldata of grants and revocations, for wallets that take bytes. No dependency. */
export { type EncodableCall, encodeCall } from '../write/encode-call.ts';
export { type MulticallCall, multicallCall } from '../write/multicall-call.ts';
