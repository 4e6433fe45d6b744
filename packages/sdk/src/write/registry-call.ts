import { FULL_RIGHTS } from '../generated/kinds.ts';
import { DELEGATE_REGISTRY_V1_ABI } from '../generated/v1-abi.ts';
import { DELEGATE_REGISTRY_V2_ABI } from '../generated/v2-abi.ts';
import { WRITES, type Writes } from '../generated/writes.ts';
import type { Address } from '../hex.ts';
import type { EncodableCall } from './encode-call.ts';
import type { RevocableGrant } from './grant.ts';
import { getRegistryAddress } from './registry-address.ts';

type V1Abi = typeof DELEGATE_REGISTRY_V1_ABI;
type V2Abi = typeof DELEGATE_REGISTRY_V2_ABI;

type WriteOf<G> = G extends { registry: infer R extends keyof Writes; type: infer T }
  ? T extends keyof Writes[R]
    ? Writes[R][T]
    : never
  : never;

/**
 * The call that writes a grant, as `writeContract` and `simulateContract` of viem and wagmi take it. It is one object
 * type and no union of calls, because viem infers the arguments from the first member of a union only.
 */
export interface RegistryCall<G extends RevocableGrant = RevocableGrant> {
  readonly address: Address;
  readonly abi: { v1: V1Abi; v2: V2Abi }[G['registry']];
  readonly functionName: Extract<WriteOf<G>, { name: unknown }>['name'];
  readonly args: Extract<WriteOf<G>, { args: unknown }>['args'];
}

const ABIS = { v1: DELEGATE_REGISTRY_V1_ABI, v2: DELEGATE_REGISTRY_V2_ABI };

/** Returns the call that makes a grant stand, with `amount` where it has one, or ends it. */
export function createRegistryCall(grant: RevocableGrant, stands: boolean, amount: bigint): RegistryCall {
  const { registry, type, to, contract, tokenId, rights = FULL_RIGHTS } = grant;
  const writes: Readonly<Record<string, string>> = Object.hasOwn(WRITES, registry) ? WRITES[registry] : {};
  const functionName = Object.hasOwn(writes, type) && writes[type];
  // Only code without types gets here.
  if (!functionName) throw new TypeError(`The ${registry} registry has no grants of type ${type}.`);
  const abi: EncodableCall['abi'] = ABIS[registry];
  const { inputs = [] } = abi.find(({ name }) => name === functionName) ?? {};
  const given: Readonly<Record<string, unknown>> = {
    ...{ to, delegate: to, contract_: contract, tokenId, rights },
    ...{ enable: stands, value: stands, amount },
  };
  const args = inputs.map(({ name = '' }) => given[name]);
  return { address: getRegistryAddress(registry, grant.chainId), abi, functionName, args } as never;
}
