import type { Address, Hash } from 'viem';
import { checkAllV1 } from '../check/check-all-v1.ts';
import { checkContractV1 } from '../check/check-contract-v1.ts';
import { checkTokenV1 } from '../check/check-token-v1.ts';
import type { Client } from '../client/create-client.ts';
import type { DelegationV1 } from '../generated/registry.ts';
import { DELEGATE_REGISTRY_V1_ABI } from '../generated/v1-abi.ts';
import { listDelegationsV1 } from '../list/list-delegations-v1.ts';
import { getRegistryAddress } from '../write/registry-address.ts';
import { isSameAddress, RegistryClient, ZERO_ADDRESS } from './registry-client.ts';
import { type ConstructorArguments, type DelegateOptions, readSettings } from './settings.ts';
import { readUint256, type Uint256 } from './uint256.ts';

/** A delegation of the v1 registry. Fields that its type does not have are zero. */
export interface V1Delegation {
  type: 'NONE' | 'ALL' | 'CONTRACT' | 'TOKEN';
  vault: Address;
  delegate: Address;
  contract: Address;
  tokenId: bigint;
}

const TYPES = ['NONE', 'ALL', 'CONTRACT', 'TOKEN'] as const;

/**
 * Reads and writes the v1 registry, with the methods of `DelegateV1` of `@delegatexyz/sdk`. Reads go to the node, or
 * to a Mandate service if the options have a `baseUrl`.
 *
 * @example
 * const v1 = new DelegateV1(http('https://node.example'), mainnet);
 * const fast = new DelegateV1({ baseUrl: 'https://mandate.example' });
 */
export class DelegateV1 extends RegistryClient {
  contractConfig: { address: Address; abi: typeof DELEGATE_REGISTRY_V1_ABI };

  constructor(...args: ConstructorArguments<DelegateOptions>) {
    super(readSettings(args));
    // Lower case, as in the SDK that this class replaces.
    const address = getRegistryAddress('v1').toLowerCase() as Address;
    this.contractConfig = { address, abi: DELEGATE_REGISTRY_V1_ABI };
  }

  checkDelegateForAll = async (delegate: Address, vault: Address): Promise<boolean> => {
    const { service, chainId } = this.#at();
    if (service) return (await checkAllV1(service, { to: delegate, from: vault, chainId })).value;
    const args = [delegate, vault] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForAll',
      args,
    });
  };

  checkDelegateForContract = async (
    delegate: Address,
    vault: Address,
    contract: Address,
  ): Promise<boolean> => {
    const { service, chainId } = this.#at();
    const question = { to: delegate, from: vault, contract, chainId };
    if (service) return (await checkContractV1(service, question)).value;
    const args = [delegate, vault, contract] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForContract',
      args,
    });
  };

  checkDelegateForToken = async (
    delegate: Address,
    vault: Address,
    contract: Address,
    tokenId: Uint256,
  ): Promise<boolean> => {
    const { service, chainId } = this.#at();
    const id = readUint256(tokenId, 'tokenId');
    const question = { to: delegate, from: vault, contract, tokenId: id, chainId };
    if (service) return (await checkTokenV1(service, question)).value;
    const args = [delegate, vault, contract, id] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForToken',
      args,
    });
  };

  getContractLevelDelegations = async (
    vault: Address,
  ): Promise<{ contract: Address; delegate: Address }[]> => {
    if (this.service) {
      const given = await this.#listGiven(this.service, vault, 'CONTRACT');
      return given.map(({ contract, delegate }) => ({ contract: contract ?? ZERO_ADDRESS, delegate }));
    }
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getContractLevelDelegations',
      args: [vault],
    });
    return found.map(({ contract_: contract, delegate }) => ({ contract, delegate }));
  };

  getDelegatesForAll = async (vault: Address): Promise<Address[]> => {
    if (this.service) {
      const given = await this.#listGiven(this.service, vault, 'ALL');
      return given.map(({ delegate }) => delegate);
    }
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getDelegatesForAll',
      args: [vault],
    });
    return [...found];
  };

  getDelegatesForContract = async (vault: Address, contract: Address): Promise<Address[]> => {
    if (this.service) {
      const given = await this.#listGiven(this.service, vault, 'CONTRACT');
      return given.filter((each) => isSameAddress(each.contract, contract)).map(({ delegate }) => delegate);
    }
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getDelegatesForContract',
      args: [vault, contract],
    });
    return [...found];
  };

  getDelegatesForToken = async (vault: Address, contract: Address, tokenId: Uint256): Promise<Address[]> => {
    const id = readUint256(tokenId, 'tokenId');
    if (this.service) {
      const given = await this.#listGiven(this.service, vault, 'TOKEN');
      return given
        .filter((each) => isSameAddress(each.contract, contract) && each.tokenId === id)
        .map(({ delegate }) => delegate);
    }
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getDelegatesForToken',
      args: [vault, contract, id],
    });
    return [...found];
  };

  getDelegationsByDelegate = async (delegate: Address): Promise<V1Delegation[]> => {
    const { service, chainId } = this.#at();
    if (service) {
      const { value } = await listDelegationsV1(service, { wallet: delegate, chainId });
      return value.filter((each) => isSameAddress(each.delegate, delegate)).map(fromService);
    }
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getDelegationsByDelegate',
      args: [delegate],
    });
    return found.map(({ type_, contract_: contract, vault, delegate: to, tokenId }) => ({
      type: TYPES[type_] ?? 'NONE',
      vault,
      delegate: to,
      contract,
      tokenId,
    }));
  };

  getTokenLevelDelegations = async (
    vault: Address,
  ): Promise<{ contract: Address; tokenId: bigint; delegate: Address }[]> => {
    if (this.service) {
      const given = await this.#listGiven(this.service, vault, 'TOKEN');
      return given
        .map(fromService)
        .map(({ contract, tokenId, delegate }) => ({ contract, tokenId, delegate }));
    }
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getTokenLevelDelegations',
      args: [vault],
    });
    return found.map(({ contract_: contract, tokenId, delegate }) => ({ contract, tokenId, delegate }));
  };

  delegateForAll = async (delegate: Address, value: boolean): Promise<Hash> =>
    this.send({ ...this.contractConfig, functionName: 'delegateForAll', args: [delegate, value] });

  delegateForContract = async (delegate: Address, contract: Address, value: boolean): Promise<Hash> => {
    const args = [delegate, contract, value];
    return this.send({ ...this.contractConfig, functionName: 'delegateForContract', args });
  };

  delegateForToken = async (
    delegate: Address,
    contract: Address,
    tokenId: Uint256,
    value: boolean,
  ): Promise<Hash> => {
    const args = [delegate, contract, readUint256(tokenId, 'tokenId'), value];
    return this.send({ ...this.contractConfig, functionName: 'delegateForToken', args });
  };

  revokeAllDelegates = async (): Promise<Hash> =>
    this.send({ ...this.contractConfig, functionName: 'revokeAllDelegates', args: [] });

  revokeDelegate = async (delegate: Address): Promise<Hash> =>
    this.send({ ...this.contractConfig, functionName: 'revokeDelegate', args: [delegate] });

  revokeSelf = async (vault: Address): Promise<Hash> =>
    this.send({ ...this.contractConfig, functionName: 'revokeSelf', args: [vault] });

  #at() {
    return { service: this.service, chainId: this.chain.id };
  }

  async #listGiven(service: Client, vault: Address, type: V1Delegation['type']): Promise<DelegationV1[]> {
    const { value } = await listDelegationsV1(service, { wallet: vault, chainId: this.chain.id });
    return value.filter((each) => each.type === type && isSameAddress(each.vault, vault));
  }
}

/** Writes absent fields as the contract does. */
function fromService({ type, vault, delegate, contract, tokenId }: DelegationV1): V1Delegation {
  return { type, vault, delegate, contract: contract ?? ZERO_ADDRESS, tokenId: tokenId ?? 0n };
}
