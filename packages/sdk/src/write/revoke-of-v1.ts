import { REGISTRY_ADDRESS_V1 } from '../generated/addresses.ts';
import { DELEGATE_REGISTRY_V1_ABI } from '../generated/v1-abi.ts';
import type { Address } from '../hex.ts';

const v1 = { address: REGISTRY_ADDRESS_V1, abi: DELEGATE_REGISTRY_V1_ABI } as const;

/** Returns the call that ends every v1 grant of its sender to one wallet: for all, for contracts and for tokens. */
export function revokeDelegateCall(to: Address) {
  return { ...v1, functionName: 'revokeDelegate', args: [to] } as const;
}

/** Returns the call that ends every v1 grant of its sender, to every wallet. */
export function revokeAllDelegatesCall() {
  return { ...v1, functionName: 'revokeAllDelegates', args: [] } as const;
}

/** Returns the call by which its sender, a delegate, ends every v1 grant of a vault to it. The vault can grant again. */
export function revokeSelfCall(vault: Address) {
  return { ...v1, functionName: 'revokeSelf', args: [vault] } as const;
}
