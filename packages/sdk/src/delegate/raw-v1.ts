/** Encoders of v1's writes, for multisigs and account abstraction. Each function returns calldata, by viem: it refuses what the closed SDK refuses, e.g. wrong checksums. */
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { DELEGATE_REGISTRY_V1_ABI as abi } from '../generated/v1-abi.ts';
import { readUint256, type Uint256 } from './uint256.ts';

export function rawDelegateForAll(delegate: Address, value: boolean): Hex {
  return encodeFunctionData({ abi, functionName: 'delegateForAll', args: [delegate, !!value] });
}

export function rawDelegateForContract(delegate: Address, contract: Address, value: boolean): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'delegateForContract',
    args: [delegate, contract, !!value],
  });
}

export function rawDelegateForToken(
  delegate: Address,
  contract: Address,
  tokenId: Uint256,
  value: boolean,
): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'delegateForToken',
    args: [delegate, contract, readUint256(tokenId, 'tokenId'), !!value],
  });
}

export function rawRevokeAllDelegates(): Hex {
  return encodeFunctionData({ abi, functionName: 'revokeAllDelegates' });
}

export function rawRevokeDelegate(delegate: Address): Hex {
  return encodeFunctionData({ abi, functionName: 'revokeDelegate', args: [delegate] });
}
