/** Reads the metadata of a token, if its contract has them on the chain. */
import type { Address } from '@mandate/core';
import type { StepAnswer, StepGroup } from '@mandate/nodes';
import { encodeFunctionData, parseAbi, prepareEncodeFunctionData } from 'viem';
import { cleanText } from './clean-text.ts';
import { readDataUrl } from './data-url.ts';
import { readStringBytes } from './decode-text.ts';
import { findPicture } from './pictures.ts';

export interface TokenKey {
  readonly chainId: number;
  readonly contract: Address;
  readonly tokenId: bigint;
  readonly standard: 'ERC721' | 'ERC1155';
}

export interface TokenInfo {
  readonly name: string | null;
  readonly picture: string | null;
}

const NOTHING: TokenInfo = { name: null, picture: null };
/** Pictures that are drawn on the chain take much gas. Most of them take less. */
const GAS = 3_000_000;
/** The bytes of one answer: a node returns at most 24,576. */
const WINDOW_BYTES = 23_500;
/** A picture of 48 kB, in JSON, in base64, twice. */
const MAX_BYTES = 4 * WINDOW_BYTES;

const tokenUri = prepareEncodeFunctionData({
  abi: parseAbi(['function tokenURI(uint256 id) view returns (string)']),
  functionName: 'tokenURI',
});
const uri = prepareEncodeFunctionData({
  abi: parseAbi(['function uri(uint256 id) view returns (string)']),
  functionName: 'uri',
});

/** Reads a part of the metadata: the first one, or a later one. */
export function stepsOfToken({ contract, tokenId, standard }: TokenKey, window = 0): StepGroup {
  const view = standard === 'ERC721' ? tokenUri : uri;
  const data = encodeFunctionData({ ...view, args: [tokenId] } as Parameters<typeof encodeFunctionData>[0]);
  return [
    { kind: 'call', contract, data, gas: GAS, maxBytes: WINDOW_BYTES, firstByte: window * WINDOW_BYTES },
  ];
}

/**
 * Lists the parts that are missing after the first. None: it was all, or it is too long, or not on the chain, or it takes so
 * much gas that the contract is not asked again for each of them.
 */
export function listMoreWindows(first: readonly StepAnswer[]): number[] {
  const [answer] = first;
  const found = readStringBytes(answer);
  if (!found || answer?.type !== 'returned' || answer.length > MAX_BYTES || answer.isCostly) return [];
  if (!Buffer.from(found.bytes.subarray(0, 5)).toString('latin1').startsWith('data:')) return [];
  return Array.from({ length: Math.ceil(answer.length / WINDOW_BYTES) - 1 }, (_, i) => i + 1);
}

/** Joins the parts of an answer. `null` if a part is missing. */
export function joinWindows(parts: readonly (readonly StepAnswer[] | null)[]): StepAnswer | null {
  const bytes: string[] = [];
  let length = 0;
  for (const part of parts) {
    const [answer] = part ?? [];
    if (!answer) return null;
    if (answer.type !== 'returned') return answer;
    length = answer.length;
    bytes.push(answer.bytes.slice(2));
  }
  return { type: 'returned', length, bytes: `0x${bytes.join('')}` };
}

export function readToken(answer: StepAnswer, tokenId: bigint): TokenInfo {
  const found = readStringBytes(answer);
  if (!found || found.bytes.length < found.length) return NOTHING;
  // ERC-1155 lets a contract write the id this way.
  const url = Buffer.from(found.bytes)
    .toString('utf8')
    .trim()
    .replaceAll('{id}', tokenId.toString(16).padStart(64, '0'));
  const data = readDataUrl(url);
  if (data?.type !== 'application/json') return NOTHING;
  return readMetadata(data.bytes.toString('utf8'));
}

function readMetadata(json: string): TokenInfo {
  try {
    const metadata: unknown = JSON.parse(json);
    if (typeof metadata !== 'object' || metadata === null) return NOTHING;
    const { name, image, image_data: imageData } = metadata as Record<string, unknown>;
    return {
      name: typeof name === 'string' ? cleanText(name) : null,
      picture: findImage(image) ?? findImage(imageData),
    };
  } catch {
    return NOTHING;
  }
}

/** `image_data` may be an SVG without a URL. */
function findImage(image: unknown): string | null {
  if (typeof image !== 'string') return null;
  return findPicture(image.trimStart().startsWith('<svg') ? `data:image/svg+xml,${image}` : image);
}
