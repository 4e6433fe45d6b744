import type { Address, Hex } from '../hex.ts';
import { DELEGATE_REGISTRY_V1_ABI } from './delegate-registry-v1-abi.ts';
import { DELEGATE_REGISTRY_V2_ABI } from './delegate-registry-v2-abi.ts';
import type { RevocableGrant } from './grant.ts';
import { getRegistryAddress } from './registry-address.ts';

type V1Abi = typeof DELEGATE_REGISTRY_V1_ABI;
type V2Abi = typeof DELEGATE_REGISTRY_V2_ABI;

/** The write of each type of grant. */
interface Writes {
  v1: {
    all: { name: 'delegateForAll'; args: readonly [delegate: Address, value: boolean] };
    contract: {
      name: 'delegateForContract';
      args: readonly [delegate: Address, contract: Address, value: boolean];
    };
    token: {
      name: 'delegateForToken';
      args: readonly [delegate: Address, contract: Address, tokenId: bigint, value: boolean];
    };
  };
  v2: {
    all: { name: 'delegateAll'; args: readonly [to: Address, rights: Hex, enable: boolean] };
    contract: {
      name: 'delegateContract';
      args: readonly [to: Address, contract: Address, rights: Hex, enable: boolean];
    };
    erc721: {
      name: 'delegateERC721';
      args: readonly [to: Address, contract: Address, tokenId: bigint, rights: Hex, enable: boolean];
    };
    erc20: {
      name: 'delegateERC20';
      args: readonly [to: Address, contract: Address, rights: Hex, amount: bigint];
    };
    erc1155: {
      name: 'delegateERC1155';
      args: readonly [to: Address, contract: Address, tokenId: bigint, rights: Hex, amount: bigint];
    };
  };
}

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

const FULL_RIGHTS = `0x${'0'.repeat(64)}` as const;

/** Returns the call that makes a grant stand, with `amount` where it has one, or ends it. */
export function createRegistryCall(grant: RevocableGrant, stands: boolean, amount: bigint): RegistryCall {
  const { to } = grant;
  const address = getRegistryAddress(grant.registry, grant.chainId);
  if (grant.registry === 'v1') {
    const v1 = { address, abi: DELEGATE_REGISTRY_V1_ABI };
    switch (grant.type) {
      case 'all':
        return { ...v1, functionName: 'delegateForAll', args: [to, stands] };
      case 'contract':
        return { ...v1, functionName: 'delegateForContract', args: [to, grant.contract, stands] };
      case 'token':
        return {
          ...v1,
          functionName: 'delegateForToken',
          args: [to, grant.contract, grant.tokenId, stands],
        };
      default:
        return refuse(grant);
    }
  }
  if (grant.registry !== 'v2') return refuse(grant);
  const v2 = { address, abi: DELEGATE_REGISTRY_V2_ABI };
  const { rights = FULL_RIGHTS } = grant;
  switch (grant.type) {
    case 'all':
      return { ...v2, functionName: 'delegateAll', args: [to, rights, stands] };
    case 'contract':
      return { ...v2, functionName: 'delegateContract', args: [to, grant.contract, rights, stands] };
    case 'erc721':
      return {
        ...v2,
        functionName: 'delegateERC721',
        args: [to, grant.contract, grant.tokenId, rights, stands],
      };
    case 'erc20':
      return { ...v2, functionName: 'delegateERC20', args: [to, grant.contract, rights, amount] };
    case 'erc1155':
      return {
        ...v2,
        functionName: 'delegateERC1155',
        args: [to, grant.contract, grant.tokenId, rights, amount],
      };
    default:
      return refuse(grant);
  }
}

/** Only code without types gets here. */
function refuse(grant: never): never {
  const { registry, type } = grant as { registry: unknown; type: unknown };
  throw new TypeError(`The ${String(registry)} registry has no grants of type ${String(type)}.`);
}
