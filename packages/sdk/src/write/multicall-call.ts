import { DELEGATE_REGISTRY_V2_ABI } from '../generated/v2-abi.ts';
import type { Address, Hex } from '../hex.ts';
import { type EncodableCall, encodeCall } from './encode-call.ts';

/** The call that makes several calls to the second registry at once. */
export interface MulticallCall {
  readonly address: Address;
  readonly abi: typeof DELEGATE_REGISTRY_V2_ABI;
  readonly functionName: 'multicall';
  readonly args: readonly [data: readonly Hex[]];
}

/**
 * Returns one call that makes several grants and revocations of the second registry. They happen together or not at all.
 * The first registry has no such call.
 *
 * @example
 * const call = multicallCall([grantCall(longer), revokeCall(old)]);
 */
export function multicallCall(
  calls: readonly (EncodableCall & { readonly address: Address })[],
): MulticallCall {
  const [first] = calls;
  if (!first) throw new RangeError('A multicall needs at least one call.');
  const { address } = first;
  for (const call of calls) {
    const isOfV2 = call.abi === DELEGATE_REGISTRY_V2_ABI && call.functionName !== 'multicall';
    if (!isOfV2 || call.address !== address) {
      throw new TypeError('A multicall takes grants and revocations of one v2 registry.');
    }
  }
  return {
    address,
    abi: DELEGATE_REGISTRY_V2_ABI,
    functionName: 'multicall',
    args: [calls.map(encodeCall)],
  };
}
