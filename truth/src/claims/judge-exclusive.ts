/** Answers questions about exclusive delegates by brute force: the resolver's and the tokens' own views, and nothing else. */
import type { Address, RightsIdentifier, Standard } from '@mandate/core';
import { askViews } from '../contract-answers.ts';
import { WALLETS } from '../world.ts';
import type { Asked } from './eligibility-question.ts';
import { type ExclusiveQuestion, formOf } from './exclusive-question.ts';
import { type Expected, findBalance, findOwner, type Judged } from './judge.ts';
import { IDS } from './tokens.ts';

interface JudgedExclusive extends Judged {
  readonly resolver: Address;
}
type AskedExclusive = Asked & { readonly exclusive: RightsIdentifier };

export async function judgeExclusive(
  judged: JudgedExclusive,
  asked: AskedExclusive,
  standard: Standard,
): Promise<Expected> {
  const parts =
    standard === 'ERC721' ? await countTokens(judged, asked) : await countVaults(judged, asked, standard);
  const balance = parts.reduce((sum, part) => sum + part, 0n);
  return { eligible: balance >= asked.min, balance, complete: true };
}

async function countTokens(
  judged: JudgedExclusive,
  { wallet, vault, token, tokenId, exclusive: identifier }: AskedExclusive,
): Promise<bigint[]> {
  return Promise.all(
    (tokenId === null ? IDS : [tokenId]).map(async (id) => {
      const owner = await findOwner(judged, token.address, id);
      if (!owner || (vault && owner !== vault)) return 0n;
      const ofToken = { contract: token.address, tokenId: id };
      return BigInt(
        (await resolveExclusive(judged, { type: 'owner', token: ofToken, identifier })) === wallet,
      );
    }),
  );
}

async function countVaults(
  judged: JudgedExclusive,
  { wallet, vault, token, tokenId, exclusive: identifier }: AskedExclusive,
  standard: Standard,
): Promise<bigint[]> {
  return Promise.all(
    (vault ? [vault] : WALLETS).map(async (holder) => {
      if ((await resolveExclusive(judged, { type: 'wallet', vault: holder, identifier })) !== wallet)
        return 0n;
      const id = standard === 'ERC1155' ? tokenId : null;
      return (await findBalance(judged, token.address, holder, id)) ?? 0n;
    }),
  );
}

export async function resolveExclusive(
  { chain, hashes: [hash], resolver }: JudgedExclusive,
  question: ExclusiveQuestion,
): Promise<string | undefined> {
  if (!hash) throw new Error('There is no block to judge by.');
  const { view } = formOf(question);
  const [wallet] = await askViews(chain, [{ registry: 'v2', contract: resolver, view }], hash);
  return wallet;
}
