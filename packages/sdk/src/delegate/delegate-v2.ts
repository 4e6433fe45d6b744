import type { Address, Hash, Hex } from 'viem';
import { checkAll } from '../check/check-all.ts';
import { checkContract } from '../check/check-contract.ts';
import { checkErc20 } from '../check/check-erc20.ts';
import { checkErc721 } from '../check/check-erc721.ts';
import { checkErc1155 } from '../check/check-erc1155.ts';
import type { Client } from '../client/create-client.ts';
import { REGISTRY_ADDRESS_V2_ZK_STACK } from '../generated/addresses.ts';
import type { Delegation } from '../generated/registry.ts';
import { DELEGATE_REGISTRY_V2_ABI } from '../generated/v2-abi.ts';
import { getRegistryAddress } from '../write/registry-address.ts';
import { listInContractOrder } from './list-in-contract-order.ts';
import { EMPTY_RIGHTS, isSameAddress, orFull, RegistryClient, ZERO_ADDRESS } from './registry-client.ts';
import { type ConstructorArguments, type DelegateOptions, readSettings } from './settings.ts';
import { readUint256, type Uint256 } from './uint256.ts';

/** A delegation of the v2 registry. Fields that its type does not have are zero. */
export interface V2Delegation {
  type: 'NONE' | 'ALL' | 'CONTRACT' | 'ERC721' | 'ERC20' | 'ERC1155';
  to: Address;
  from: Address;
  contract: Address;
  rights: Hex;
  tokenId: bigint;
  amount: bigint;
}

const TYPES = ['NONE', 'ALL', 'CONTRACT', 'ERC721', 'ERC20', 'ERC1155'] as const;

export interface DelegateV2Options extends DelegateOptions {
  /** Uses the registry's address on chains of the ZK Stack. Default: what the chain's id says. */
  readonly isZkSync?: boolean | undefined;
}

/**
 * Reads and writes the v2 registry, with the methods of `DelegateV2` of `@delegatexyz/sdk`. Reads go to the node, or
 * to a Mandate service if the options have a `baseUrl`.
 *
 * @example
 * const v2 = new DelegateV2({ userTransport: http('https://node.example'), chain: base });
 * const fast = new DelegateV2({ baseUrl: 'https://mandate.example', chain: base });
 */
export class DelegateV2 extends RegistryClient {
  contractConfig: { address: Address; abi: typeof DELEGATE_REGISTRY_V2_ABI };

  constructor(...args: ConstructorArguments<DelegateV2Options>) {
    super(readSettings(args));
    const [first] = args;
    const isZkSync = typeof first === 'object' && first.isZkSync;
    const address = isZkSync ? REGISTRY_ADDRESS_V2_ZK_STACK : getRegistryAddress('v2', this.chain.id);
    // Lower case, as in the SDK that this class replaces.
    this.contractConfig = { address: address.toLowerCase() as Address, abi: DELEGATE_REGISTRY_V2_ABI };
  }

  checkDelegateForAll = async (to: Address, from: Address, rights: Hex = EMPTY_RIGHTS): Promise<boolean> => {
    const { service, chainId } = this.#at();
    if (service) return (await checkAll(service, { to, from, rights, chainId })).value;
    const args = [to, from, rights] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForAll',
      args,
    });
  };

  checkDelegateForContract = async (
    to: Address,
    from: Address,
    contract: Address,
    rights: Hex = EMPTY_RIGHTS,
  ): Promise<boolean> => {
    const { service, chainId } = this.#at();
    if (service) return (await checkContract(service, { to, from, contract, rights, chainId })).value;
    const args = [to, from, contract, rights] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForContract',
      args,
    });
  };

  checkDelegateForERC1155 = async (
    to: Address,
    from: Address,
    contract: Address,
    tokenId: Uint256,
    rights: Hex = EMPTY_RIGHTS,
  ): Promise<bigint> => {
    const { service, chainId } = this.#at();
    const id = readUint256(tokenId, 'tokenId');
    const question = { to, from, contract, tokenId: id, rights, chainId };
    if (service) return (await checkErc1155(service, question)).value;
    const args = [to, from, contract, id, rights] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForERC1155',
      args,
    });
  };

  checkDelegateForERC20 = async (
    to: Address,
    from: Address,
    contract: Address,
    rights: Hex = EMPTY_RIGHTS,
  ): Promise<bigint> => {
    const { service, chainId } = this.#at();
    if (service) return (await checkErc20(service, { to, from, contract, rights, chainId })).value;
    const args = [to, from, contract, rights] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForERC20',
      args,
    });
  };

  checkDelegateForERC721 = async (
    to: Address,
    from: Address,
    contract: Address,
    tokenId: Uint256,
    rights: Hex = EMPTY_RIGHTS,
  ): Promise<boolean> => {
    const { service, chainId } = this.#at();
    const id = readUint256(tokenId, 'tokenId');
    const question = { to, from, contract, tokenId: id, rights, chainId };
    if (service) return (await checkErc721(service, question)).value;
    const args = [to, from, contract, id, rights] as const;
    return this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'checkDelegateForERC721',
      args,
    });
  };

  getIncomingDelegations = async (to: Address): Promise<V2Delegation[]> => {
    if (this.service) return this.#list(this.service, to, 'to');
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getIncomingDelegations',
      args: [to],
    });
    return found.map(fromContract);
  };

  getOutgoingDelegations = async (from: Address): Promise<V2Delegation[]> => {
    if (this.service) return this.#list(this.service, from, 'from');
    const found = await this.publicClient.readContract({
      ...this.contractConfig,
      functionName: 'getOutgoingDelegations',
      args: [from],
    });
    return found.map(fromContract);
  };

  delegateAll = async (to: Address, rights: Hex | undefined, enable: boolean): Promise<Hash> => {
    const args = [to, orFull(rights), enable];
    return this.send({ ...this.contractConfig, functionName: 'delegateAll', args });
  };

  delegateContract = async (
    to: Address,
    contract: Address,
    rights: Hex | undefined,
    enable: boolean,
  ): Promise<Hash> => {
    const args = [to, contract, orFull(rights), enable];
    return this.send({ ...this.contractConfig, functionName: 'delegateContract', args });
  };

  delegateERC1155 = async (
    to: Address,
    contract: Address,
    tokenId: Uint256,
    rights: Hex | undefined,
    amount: Uint256,
  ): Promise<Hash> => {
    const id = readUint256(tokenId, 'tokenId');
    const args = [to, contract, id, orFull(rights), readUint256(amount, 'amount')];
    return this.send({ ...this.contractConfig, functionName: 'delegateERC1155', args });
  };

  delegateERC20 = async (
    to: Address,
    contract: Address,
    rights: Hex | undefined,
    amount: Uint256,
  ): Promise<Hash> => {
    const args = [to, contract, orFull(rights), readUint256(amount, 'amount')];
    return this.send({ ...this.contractConfig, functionName: 'delegateERC20', args });
  };

  delegateERC721 = async (
    to: Address,
    contract: Address,
    tokenId: Uint256,
    rights: Hex | undefined,
    enable: boolean,
  ): Promise<Hash> => {
    const args = [to, contract, readUint256(tokenId, 'tokenId'), orFull(rights), enable];
    return this.send({ ...this.contractConfig, functionName: 'delegateERC721', args });
  };

  multicall = async (data: Hex[]): Promise<Hash> =>
    this.send({ ...this.contractConfig, functionName: 'multicall', args: [data] });

  #at() {
    return { service: this.service, chainId: this.chain.id };
  }

  async #list(service: Client, wallet: Address, side: 'from' | 'to'): Promise<V2Delegation[]> {
    const value = await listInContractOrder(service, wallet, this.chain.id);
    return value.filter((each) => isSameAddress(each[side], wallet)).map(fromService);
  }
}

interface Struct extends Omit<V2Delegation, 'type' | 'contract'> {
  readonly type_: number;
  readonly contract_: Address;
}

function fromContract({
  type_,
  to,
  from,
  contract_: contract,
  rights,
  tokenId,
  amount,
}: Struct): V2Delegation {
  return { type: TYPES[type_] ?? 'NONE', to, from, contract, rights, tokenId, amount };
}

/** Writes absent fields as the contract does. */
function fromService({
  type,
  tokenType,
  to,
  from,
  contract,
  rights,
  tokenId,
  amount,
}: Delegation): V2Delegation {
  return {
    type: type === 'TOKEN' ? (tokenType ?? 'NONE') : type,
    to,
    from,
    contract: contract ?? ZERO_ADDRESS,
    rights,
    tokenId: tokenId ?? 0n,
    amount: amount ?? 0n,
  };
}
