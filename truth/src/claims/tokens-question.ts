/** Random questions about the tokens that a wallet may use, and the service's answers. */
import { integer, pick, type Random } from '@mandate/contracts';
import type { Address } from '@mandate/core';
import type { Moment } from '../extensions/moments.ts';
import type { Service } from '../service.ts';
import { REGISTRY_CHOICES, RIGHTS, WALLETS } from '../world.ts';
import { IDENTIFIERS } from './claims-history.ts';
import { COLLECTIONS, LIAR, listIdsOf } from './collections.ts';
import { type Asked as AskedClaim, untilNodesAnswer } from './eligibility-question.ts';
import { HOSTILE, ITEMS } from './tokens.ts';

const [IDENTIFIER] = IDENTIFIERS;
const MAX_PAGES = 20;

export interface Asked
  extends Pick<
    AskedClaim,
    'wallet' | 'token' | 'rights' | 'exclusive' | 'registries' | 'vault' | 'standard' | 'moment'
  > {
  /** By POST, with every id of the collection. */
  readonly isOfIds: boolean;
}

export function chooseAsked(random: Random, moment: Moment): Asked {
  const token = pick(random, COLLECTIONS);
  const wallet = pick(random, WALLETS);
  const vault = pick(random, WALLETS);
  const isOfIds = integer(random, 0, 2) === 0;
  // The resolver would have to ask the contracts that misbehave.
  const isExclusive = token !== HOSTILE && token !== LIAR && !moment.safe && integer(random, 0, 3) === 0;
  // Without it, HOSTILE is asked by ERC-165, where it misbehaves, too.
  const standard = token === ITEMS ? 'ERC1155' : 'ERC721';
  return {
    wallet,
    token,
    rights: pick(random, RIGHTS),
    exclusive: isExclusive ? IDENTIFIER : null,
    registries: isExclusive ? ['v2'] : pick(random, REGISTRY_CHOICES),
    vault: vault !== wallet && integer(random, 0, 3) === 0 ? vault : null,
    standard: token === HOSTILE || integer(random, 0, 1) === 0 ? standard : null,
    moment,
    isOfIds,
  };
}

export interface Usable {
  readonly holder: Address;
  /** `null` for an ERC721 token. */
  readonly amount: bigint | null;
}

/** What the pages of a list, or an answer about ids, say together. */
export interface Told {
  readonly tokens: ReadonlyMap<bigint, readonly Usable[]>;
  readonly complete: boolean;
  readonly unknownIds: ReadonlySet<bigint>;
  readonly hash: string;
  readonly safeNumber: number | null;
}

interface Body {
  readonly tokens: readonly { tokenId: string; holder: Address; amount: string | null }[];
  readonly complete: boolean;
  readonly unknownIds: readonly string[];
  readonly block: { readonly hash: string; readonly safeNumber: number | null };
  readonly next?: string | null;
}

/** Asks for all pages. Throws if the service refuses, or if a page is of another block. */
export async function ask(service: Service, chainId: number, asked: Asked): Promise<Told> {
  const { wallet, token, rights, exclusive, registries, vault, standard, moment, isOfIds } = asked;
  const query = {
    chainId: String(chainId),
    wallet,
    contract: token.address,
    rights: exclusive ?? rights,
    exclusive: String(exclusive !== null),
    registries: registries.join(','),
    numbers: 'string',
    ...(vault ? { vault } : {}),
    ...(standard ? { standard } : {}),
    ...moment.query,
  };
  const send = async (cursor: string | null): Promise<Body> => {
    const { status, body } = await untilNodesAnswer(() =>
      isOfIds
        ? service.post('/tokens', { ...query, tokenIds: listIdsOf(token).map(String) })
        : service.get('/tokens', { ...query, ...(cursor === null ? {} : { cursor }) }),
    );
    if (status !== 200) throw new Error(`${status} ${body}`);
    return JSON.parse(body);
  };
  const first = await send(null);
  const pages = [first];
  for (let next = first.next ?? null; next !== null && pages.length < MAX_PAGES; ) {
    const page = await send(next);
    if (page.block.hash !== first.block.hash) throw new Error('A page is of another block.');
    pages.push(page);
    next = page.next ?? null;
  }
  const usable = pages.flatMap(({ tokens }) => tokens);
  const byId = Map.groupBy(usable, ({ tokenId }) => BigInt(tokenId));
  return {
    tokens: new Map(
      [...byId].map(([id, own]) => [
        id,
        own.map(({ holder, amount }) => ({
          holder: holder.toLowerCase() as Address,
          amount: amount === null ? null : BigInt(amount),
        })),
      ]),
    ),
    complete: pages.every(({ complete }) => complete),
    unknownIds: new Set(pages.flatMap(({ unknownIds }) => unknownIds.map(BigInt))),
    hash: first.block.hash,
    safeNumber: first.block.safeNumber,
  };
}

export function nameAsked({ wallet, token, vault, moment, isOfIds, ...asked }: Asked): string {
  const how = isOfIds ? 'POST' : 'GET';
  return `${how} tokens ${token.name} of ${wallet}${vault ? ` by ${vault}` : ''} ${moment.name} ${JSON.stringify(asked)}`;
}
