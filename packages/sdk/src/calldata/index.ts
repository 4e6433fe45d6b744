/** The calldata of grants and revocations, for wallets that take bytes. No dependency. */
export { type EncodableCall, encodeCall } from '../write/encode-call.ts';
export { encodeWrites, type Write } from '../write/encode-writes.ts';
export { type MulticallCall, multicallCall } from '../write/multicall-call.ts';
