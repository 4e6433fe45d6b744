/** Encoders of v2's writes, for `multicall`, multisigs and account abstraction. Each function returns calldata, by viem: it refuses what the closed SDK refuses, e.g. wrong checksums. */
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { DELEGATE_REGISTRY_V2_ABI as abi } from '../generated/v2-abi.ts';
import { orFull } from './registry-client.ts';
import { readUint256, type Uint256 } from './uint256.ts';

export function rawDelegateAll(to: Address, rights: Hex | undefined, enable: boolean): Hex {
  return encodeFunctionData({ abi, functionName: 'delegateAll', args: [to, orFull(rights), enable] });
}

export function rawDelegateContract(
  to: Address,
  contract: Address,
  rights: Hex | undefined,
  enable: boolean,
): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'delegateContract',
    args: [to, contract, orFull(rights), enable],
  });
}

export function rawDelegateERC1155(
  to: Address,
  contract: Address,
  tokenId: Uint256,
  rights: Hex | undefined,
  amount: Uint256,
): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'delegateERC1155',
    args: [to, contract, readUint256(tokenId, 'tokenId'), orFull(rights), readUint256(amount, 'amount')],
  });
}

export function rawDelegateERC20(
  to: Address,
  contract: Address,
  rights: Hex | undefined,
  amount: Uint256,
): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'delegateERC20',
    args: [to, contract, orFull(rights), readUint256(amount, 'amount')],
  });
}

export function rawDelegateERC721(
  to: Address,
  contract: Address,
  tokenId: Uint256,
  rights: Hex | undefined,
  enable: boolean,
): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'delegateERC721',
    args: [to, contract, readUint256(tokenId, 'tokenId'), orFull(rights), enable],
  });
}

export function rawMulticall(data: Hex[]): Hex {
  return encodeFunctionData({ abi, functionName: 'multicall', args: [data] });
}
