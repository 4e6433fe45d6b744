/** The views of token contracts, and the readers of their answers. */
import { type Address, parseAddress } from '@mandate/core';
import type { TokenAnswer } from '@mandate/nodes';
import { encodeFunctionData, type Hex, parseAbi, prepareEncodeFunctionData } from 'viem';

/** Each selector is found once: a question encodes a hundred calls. */
const erc721 = prepareEncodeFunctionData({
  abi: parseAbi(['function ownerOf(uint256 tokenId) view returns (address)']),
  functionName: 'ownerOf',
});
const balance = prepareEncodeFunctionData({
  abi: parseAbi(['function balanceOf(address holder) view returns (uint256)']),
  functionName: 'balanceOf',
});
const erc1155 = prepareEncodeFunctionData({
  abi: parseAbi(['function balanceOf(address holder, uint256 id) view returns (uint256)']),
  functionName: 'balanceOf',
});
const erc165 = prepareEncodeFunctionData({
  abi: parseAbi(['function supportsInterface(bytes4 id) view returns (bool)']),
  functionName: 'supportsInterface',
});
const enumerable = prepareEncodeFunctionData({
  abi: parseAbi(['function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)']),
  functionName: 'tokenOfOwnerByIndex',
});
const erc721a = prepareEncodeFunctionData({
  abi: parseAbi([
    'function tokensOfOwnerIn(address owner, uint256 start, uint256 stop) view returns (uint256[])',
  ]),
  functionName: 'tokensOfOwnerIn',
});

export const ownerOf = (tokenId: bigint) => encodeFunctionData({ ...erc721, args: [tokenId] });

/** Asks an ERC1155 contract with the id of a token, and others without one. */
export const balanceOf = (holder: Address, id: bigint | null) =>
  id === null
    ? encodeFunctionData({ ...balance, args: [holder] })
    : encodeFunctionData({ ...erc1155, args: [holder, id] });

export const supportsInterface = (id: Hex) => encodeFunctionData({ ...erc165, args: [id] });

/** Asks an ERC721Enumerable contract. */
export const tokenOfOwnerByIndex = (holder: Address, index: bigint) =>
  encodeFunctionData({ ...enumerable, args: [holder, index] });

/** Asks an ERC721A contract for the ids from `start` to before `stop`. */
export const tokensOfOwnerIn = (holder: Address, start: bigint, stop: bigint) =>
  encodeFunctionData({ ...erc721a, args: [holder, start, stop] });

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
