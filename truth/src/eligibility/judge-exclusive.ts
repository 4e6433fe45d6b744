/** Answers questions about exclusive delegates by brute force: the resolver's and the tokens' own views, and nothing else. */
import type { Address, RightsIdentifier, Standard } from '@mandate/core';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { WALLETS } from '../world.ts';
import { callView, type Expected, findBalance, findOwner, type Judged } from './judge.ts';
import type { Asked } from './questions.ts';
import { IDS } from './tokens.ts';

const resolverAbi = parseAbi([
  'function exclusiveWalletByRights(address vault, bytes24 rights) view returns (address)',
  'function exclusiveOwnerByRights(address contract_, uint256 tokenId, bytes24 rights) view returns (address)',
]);

export async function judgeExclusive(
  judged: Judged & { readonly resolver: Address },
  asked: Asked & { readonly exclusive: RightsIdentifier },
  standard: Standard,
): Promise<Expected> {
  const parts =
    standard === 'ERC721' ? await countTokens(judged, asked) : await countVaults(judged, asked, standard);
  const balance = parts.reduce((sum, part) => sum + part, 0n);
  return { eligible: balance >= asked.min, balance, complete: true };
}

type JudgedExclusive = Parameters<typeof judgeExclusive>[0];
type AskedExclusive = Parameters<typeof judgeExclusive>[1];

async function countTokens(judged: JudgedExclusive, asked: AskedExclusive): Promise<bigint[]> {
  const { wallet, vault, token, tokenId, exclusive } = asked;
  return Promise.all(
    (tokenId === null ? IDS : [tokenId]).map(async (id) => {
      const owner = await findOwner(judged, token.address, id);
      if (!owner || (vault && owner !== vault)) return 0n;
      const functionName = 'exclusiveOwnerByRights';
      const data = encodeFunctionData({
        abi: resolverAbi,
        functionName,
        args: [token.address, id, exclusive],
      });
      return BigInt((await resolve(judged, data)) === wallet);
    }),
  );
}

async function countVaults(
  judged: JudgedExclusive,
  asked: AskedExclusive,
  standard: Standard,
): Promise<bigint[]> {
  const { wallet, vault, token, tokenId, exclusive } = asked;
  return Promise.all(
    (vault ? [vault] : WALLETS).map(async (holder) => {
      const functionName = 'exclusiveWalletByRights';
      const data = encodeFunctionData({ abi: resolverAbi, functionName, args: [holder, exclusive] });
      if ((await resolve(judged, data)) !== wallet) return 0n;
      const id = standard === 'ERC1155' ? tokenId : null;
      return (await findBalance(judged, token.address, holder, id)) ?? 0n;
    }),
  );
}

async function resolve({ chain, hashes: [hash], resolver }: JudgedExclusive, call: Hex): Promise<string> {
  const data = hash && (await callView(chain, resolver, call, hash));
  if (!data) throw new Error('The resolver failed.');
  return `0x${data.slice(26).toLowerCase()}`;
}
