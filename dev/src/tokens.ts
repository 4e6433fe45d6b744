/** Sets up the contracts of the tokens, and gives the tokens to their owners. */
import { type Call, readSampleCode } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import {
  describeCollection,
  mintTokens,
  type PicturedCollection,
} from '@mandate/testing/chain/pictured-collection';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { VAULTS } from './cast.ts';
import { type Currency, ERC20S, ERC721S, ERC1155S } from './collections.ts';
import { ITEM_IDS, ITEMS_PER_VAULT, listBalances, listTokens } from './holdings.ts';

export const TOKEN_CONTRACTS: ReadonlyMap<Address, Hex> = new Map([
  ...ERC721S.map(({ contract }) => [contract, readSampleCode('sample-erc721')] as const),
  ...ERC1155S.map(({ contract }) => [contract, readSampleCode('sample-erc1155')] as const),
  ...ERC20S.map(({ contract }) => [contract, readSampleCode('sample-erc20')] as const),
]);

const erc1155Abi = parseAbi(['function mint(address to, uint256[] ids, uint256[] values)']);
const erc20Abi = parseAbi([
  'function describe(string name, string symbol, uint8 decimals)',
  'function mint(address to, uint256 value)',
]);

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
  ...[...ERC721S, ...ERC1155S].map(describeCollection),
  ...ERC721S.flatMap(mintDealt),
  ...ERC1155S.flatMap(mintItems),
  ...ERC20S.flatMap(issueCurrency),
];
