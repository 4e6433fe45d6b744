/** The views of token contracts, and the readers of their answers. */
import { type Address, parseAddress } from '@mandate/core';
import type { TokenAnswer } from '@mandate/nodes';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';

const erc721Abi = parseAbi(['function ownerOf(uint256 tokenId) view returns (address)']);
const balanceAbi = parseAbi(['function balanceOf(address holder) view returns (uint256)']);
const erc1155Abi = parseAbi(['function balanceOf(address holder, uint256 id) view returns (uint256)']);
const erc165Abi = parseAbi(['function supportsInterface(bytes4 id) view returns (bool)']);

export const ownerOf = (tokenId: bigint) =>
  encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] });

/** Asks an ERC1155 contract with the id of a token, and others without one. */
export const balanceOf = (holder: Address, id: bigint | null) =>
  id === null
    ? encodeFunctionData({ abi: balanceAbi, functionName: 'balanceOf', args: [holder] })
    : encodeFunctionData({ abi: erc1155Abi, functionName: 'balanceOf', args: [holder, id] });

export const supportsInterface = (id: Hex) =>
  encodeFunctionData({ abi: erc165Abi, functionName: 'supportsInterface', args: [id] });

/** Returns null if nobody owns the token, and undefined if that can't be known. */
export function readOwner(answer: TokenAnswer | undefined): Address | null | undefined {
  if (answer?.type === 'reverted') return null;
  if (answer?.type !== 'word' || !answer.word.startsWith(`0x${'0'.repeat(24)}`)) return undefined;
  const owner = parseAddress(`0x${answer.word.slice(26)}`);
  return BigInt(owner) === 0n ? null : owner;
}

/** Returns undefined if the contract failed. */
export function readBalance(answer: TokenAnswer | undefined): bigint | undefined {
  return answer?.type === 'word' ? BigInt(answer.word) : undefined;
}

/** Tells whether the contract said true. A contract that fails, or says something else, does not support it. */
export function readSupport(answer: TokenAnswer | undefined): boolean {
  return answer?.type === 'word' && BigInt(answer.word) === 1n;
}
