/** Sets up collections whose tokens have a picture. */
import type { Call } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import { encodeFunctionData, parseAbi } from 'viem';

export interface PicturedCollection {
  readonly name: string;
  readonly contract: Address;
  readonly symbol: string;
  readonly about: string;
  /** An SVG with ranges like {200-260}, of which each token has its own number. */
  readonly picture: string;
}

const abi = parseAbi([
  'struct Range { uint16 least; uint16 most; }',
  'function describe(string name, string symbol, string description, string[] pieces, Range[] gaps)',
  'function mint(address to, uint256[] tokenIds)',
]);

const RANGE = /\{(\d+)-(\d+)\}/g;

export function describeCollection({ contract, name, symbol, about, picture }: PicturedCollection): Call {
  const gaps = [...picture.matchAll(RANGE)].map(([, least, most]) => {
    return { least: Number(least), most: Number(most) };
  });
  const pieces = picture.split(/\{\d+-\d+\}/);
  const args = [name, symbol, about, pieces, gaps] as const;
  return { to: contract, data: encodeFunctionData({ abi, functionName: 'describe', args }) };
}

/** Mints tokens of an ERC721 collection. */
export const mintTokens = (
  { contract }: Pick<PicturedCollection, 'contract'>,
  owner: Address,
  tokenIds: readonly bigint[],
): Call => ({
  to: contract,
  data: encodeFunctionData({ abi, functionName: 'mint', args: [owner, tokenIds] }),
});
