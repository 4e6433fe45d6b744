/** Tells which tokens a wallet may use by brute force: `ownerOf`, balances and the registries' own views of every id. */
import { type Address, createGrant } from '@mandate/core';
import { WALLETS } from '../world.ts';
import { listIdsOf } from './collections.ts';
import { countVault, findBalance, findOwner, type Judged, mayUse } from './judge.ts';
import { resolveExclusive } from './judge-exclusive.ts';
import { ITEMS } from './tokens.ts';
import type { Asked, Usable } from './tokens-question.ts';

export interface JudgedTokens extends Judged {
  readonly resolver: Address;
}

/** The holders of a token that the wallet may use, with the amount of each. `unknown`: nobody can tell. */
export type Expected = 'unknown' | readonly string[];

export const writeUsable = ({ holder, amount }: Usable) => `${holder}${amount === null ? '' : ` ${amount}`}`;
const write = (holder: Address, amount: bigint | null) => writeUsable({ holder, amount });

export async function judgeTokens(
  judged: JudgedTokens,
  asked: Asked,
  ids: readonly bigint[],
): Promise<Expected[]> {
  const judge = asked.token === ITEMS ? judgeItem : judgeToken;
  return Promise.all(ids.map((id) => judge(judged, asked, id)));
}

async function judgeToken(judged: JudgedTokens, asked: Asked, id: bigint): Promise<Expected> {
  const { wallet, vault, token, exclusive } = asked;
  const owner = await findOwner(judged, token.address, id);
  if (owner === undefined) return 'unknown';
  if (owner === null || (vault && owner !== vault)) return [];
  if (exclusive) {
    const ofToken = { contract: token.address, tokenId: id };
    const winner = await resolveExclusive(judged, { type: 'owner', token: ofToken, identifier: exclusive });
    return winner === wallet ? [write(owner, null)] : [];
  }
  if (owner === wallet) return [write(owner, null)];
  const questions = asked.registries.map((registry) =>
    createGrant({
      registry,
      kind: registry === 'v1' ? 'token' : 'erc721',
      from: owner,
      to: wallet,
      contract: token.address,
      tokenId: id,
      rights: asked.rights,
    }),
  );
  return (await mayUse(judged, questions)) ? [write(owner, null)] : [];
}

async function judgeItem(judged: JudgedTokens, asked: Asked, id: bigint): Promise<Expected> {
  const { wallet, vault, token, exclusive } = asked;
  const amounts = await Promise.all(
    (vault ? [vault] : WALLETS).map(async (holder) => {
      const balance = () => findBalance(judged, token.address, holder, id);
      if (exclusive) {
        const winner = await resolveExclusive(judged, {
          type: 'wallet',
          vault: holder,
          identifier: exclusive,
        });
        return [holder, winner === wallet ? await balance() : 0n] as const;
      }
      if (holder === wallet) return [holder, await balance()] as const;
      const of = { ...asked, tokenId: id, min: 1n, isMany: false };
      const [amount] = await countVault(judged, of, 'ERC1155', holder);
      return [holder, amount] as const;
    }),
  );
  if (amounts.some(([, amount]) => amount === undefined)) return 'unknown';
  return amounts
    .filter(([, amount]) => amount !== undefined && amount > 0n)
    .map(([holder, amount = 0n]) => write(holder, amount));
}

/** Tells whether the contract says of a wallet that it has fewer tokens than it says of the ids that they are the wallet's. */
export async function contradictsItself(judged: Judged, { token }: Asked, holder: Address): Promise<boolean> {
  const at = { ...judged, hashes: judged.hashes.slice(0, 1) };
  const ids = listIdsOf(token);
  const owners = await Promise.all(ids.map((id) => findOwner(at, token.address, id)));
  const owned = owners.filter((owner) => owner === holder).length;
  const balance = await findBalance(at, token.address, holder, null);
  return balance !== undefined && balance < BigInt(owned);
}
