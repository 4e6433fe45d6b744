/** Sets up the contracts of the tokens, and gives the tokens to their owners. */
import { type Call, readSampleCode } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { VAULTS } from './cast.ts';
import { type Currency, ERC20S, ERC721S, ERC1155S, type PicturedCollection } from './collections.ts';
import { ITEM_IDS, ITEMS_PER_VAULT, listBalances, listTokens } from './holdings.ts';

export const TOKEN_CONTRACTS: ReadonlyMap<Address, Hex> = new Map([
  ...ERC721S.map(({ contract }) => [contract, readSampleCode('sample-erc721')] as const),
  ...ERC1155S.map(({ contract }) => [contract, readSampleCode('sample-erc1155')] as const),
  ...ERC20S.map(({ contract }) => [contract, readSampleCode('sample-erc20')] as const),
]);

const picturedAbi = parseAbi([
  'struct Range { uint16 least; uint16 most; }',
  'function describe(string name, string symbol, string description, string[] pieces, Range[] gaps)',
]);
const erc721Abi = parseAbi(['function mint(address to, uint256[] tokenIds)']);
const erc1155Abi = parseAbi(['function mint(address to, uint256[] ids, uint256[] values)']);
const erc20Abi = parseAbi([
  'function describe(string name, string symbol, uint8 decimals)',
  'function mint(address to, uint256 value)',
]);

const RANGE = /\{(\d+)-(\d+)\}/;

function describePictured({ contract, name, symbol, about, picture }: PicturedCollection): Call {
  const ranges = picture.match(new RegExp(RANGE, 'g')) ?? [];
  const gaps = ranges.map((range) => {
    const [, least, most] = RANGE.exec(range) ?? [];
    return { least: Number(least), most: Number(most) };
  });
  const pieces = picture.split(/\{\d+-\d+\}/);
  const args = [name, symbol, about, pieces, gaps] as const;
  return {
    to: contract,
    data: encodeFunctionData({ abi: picturedAbi, functionName: 'describe', args }),
  };
}

export const mintTokens = (
  { contract }: PicturedCollection,
  owner: Address,
  tokenIds: readonly bigint[],
): Call => ({
  to: contract,
  data: encodeFunctionData({ abi: erc721Abi, functionName: 'mint', args: [owner, tokenIds] }),
});

const mintDealt = (collection: PicturedCollection): Call[] =>
  [...listTokens(collection)].map(([owner, tokenIds]) => mintTokens(collection, owner, tokenIds));

const mintItems = ({ contract }: PicturedCollection): Call[] =>
  VAULTS.map((vault) => ({
    to: contract,
    data: encodeFunctionData({
      abi: erc1155Abi,
      functionName: 'mint',
      args: [vault, ITEM_IDS, ITEM_IDS.map(() => ITEMS_PER_VAULT)],
    }),
  }));

function issueCurrency(currency: Currency): Call[] {
  const { contract, name, fullName, decimals } = currency;
  const described = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'describe',
    args: [fullName, name, decimals],
  });
  const minted = [...listBalances(currency)].map((args) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'mint', args }),
  );
  return [described, ...minted].map((data) => ({ to: contract, data }));
}

export const listTokenCalls = (): Call[] => [
  ...[...ERC721S, ...ERC1155S].map(describePictured),
  ...ERC721S.flatMap(mintDealt),
  ...ERC1155S.flatMap(mintItems),
  ...ERC20S.flatMap(issueCurrency),
];
