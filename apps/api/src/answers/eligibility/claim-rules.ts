/** Decides whose tokens count for a wallet: by any grant, or for the exclusive delegate of a vault only. */
import { type Address, type Asset, type Delegation, reaches } from '@mandate/core';
import type { Listed } from '@mandate/store';
import { type Candidate, type Candidates, itself, listVaults } from './count-holders.ts';
import {
  type Counted,
  countExclusiveToken,
  countToken,
  countTokenOfVault,
  type OwnedToken,
} from './count-token.ts';
import {
  type ExclusiveReader,
  type ExclusiveRight,
  findExclusivePart,
  listPossibleVaults,
  NO_TOKEN,
} from './exclusive-candidates.ts';
import { findBetween, findIncoming, type GrantReader, type PinnedChain } from './find-grants.ts';
import { TOO_MANY_VAULTS, type Unknown } from './unknown.ts';

/** Both return null if the chain went back meanwhile. */
export interface ClaimRule {
  /** Finds the wallet itself and the vaults whose tokens may count for it, the oldest grant first. */
  findCandidates(wallet: Address, asset: Asset): Promise<Candidates | null>;
  /** Finds the same for every id of an ERC1155 contract at once. */
  findItems(wallet: Address, asset: Asset): Promise<Items | null>;
  /** Counts one ERC721 token. */
  countToken(token: OwnedToken, wallet: Address): Promise<Counted | null>;
}

/** The ids of an ERC1155 contract that may count, with their holders. */
interface Items {
  /** The ids that were granted one by one, in their order. */
  readonly ids: readonly bigint[];
  readonly unknown: readonly Unknown[];
  /** Lists the candidates of an id. `null` for ids that were not granted one by one. */
  listCandidates(id: bigint | null): readonly Candidate[];
}

/** `vault`: only this one counts, without the wallet's own tokens. */
export function createGrantRule(reader: GrantReader, place: PinnedChain, vault: Address | null): ClaimRule {
  const findGrants = (wallet: Address, asset: Asset) =>
    vault ? findBetween(reader, place, { wallet, vault }, asset) : findIncoming(reader, place, wallet);

  function listCandidates(rows: readonly Listed[], wallet: Address, asset: Asset): Candidate[] {
    const vaults = listVaults(rows, asset);
    return vault ? vaults : [itself(wallet), ...vaults];
  }

  return {
    async findCandidates(wallet, asset) {
      const found = await findGrants(wallet, asset);
      return found && { candidates: listCandidates(found.rows, wallet, asset), unknown: found.unknown };
    },
    async findItems(wallet, asset) {
      const found = await findGrants(wallet, asset);
      if (!found) return null;
      const rows = found.rows.filter(({ delegation }) => reaches(delegation, asset));
      return {
        ids: listIds(rows),
        unknown: found.unknown,
        listCandidates(id) {
          const tokenId = id ?? NO_TOKEN;
          const own = rows.filter(({ delegation }) => isOfId(delegation, tokenId));
          return listCandidates(own, wallet, { ...asset, tokenId });
        },
      };
    },
    countToken: (token, wallet) =>
      vault
        ? countTokenOfVault(reader, place, token, { wallet, vault })
        : countToken(reader, place, token, wallet),
  };
}

/** Lists the ids of tokens that were granted one by one, each once, in their order. */
export function listIds(grants: readonly Listed[]): bigint[] {
  const ids = grants.flatMap(({ delegation }) => ('tokenId' in delegation ? [delegation.tokenId] : []));
  return [...new Set(ids)].toSorted(compareIds);
}

/** Tells whether a grant that reaches the tokens of a contract reaches the one with this id, too. */
export const isOfId = (delegation: Delegation, id: bigint) =>
  !('tokenId' in delegation) || delegation.tokenId === id;

export const compareIds = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** The most vaults whose exclusive delegates are searched for one wallet. */
const MAX_VAULTS = 50;

export function createExclusiveRule(
  reader: GrantReader & ExclusiveReader,
  place: PinnedChain,
  right: ExclusiveRight,
  vault: Address | null,
): ClaimRule {
  async function findVaults(wallet: Address, asset: Asset) {
    if (vault) return { vaults: [vault], unknown: [] };
    const found = await findIncoming(reader, place, wallet);
    if (!found) return null;
    const others = listPossibleVaults(found.rows, asset, right).filter((each) => each !== wallet);
    const unknown = others.length > MAX_VAULTS ? [...found.unknown, TOO_MANY_VAULTS] : found.unknown;
    return { vaults: [wallet, ...others.slice(0, MAX_VAULTS)], unknown };
  }

  async function findCandidates(wallet: Address, asset: Asset): Promise<Candidates | null> {
    const found = await findVaults(wallet, asset);
    if (!found) return null;
    const parts = await Promise.all(
      found.vaults.map((each) => findExclusivePart(reader, place, right, asset, { wallet, vault: each })),
    );
    if (!parts.every((part) => part !== null)) return null;
    const candidates = parts.flatMap(({ candidate }): Candidate[] => (candidate ? [candidate] : []));
    return { candidates, unknown: [...found.unknown, ...parts.flatMap((part) => part.unknown)] };
  }

  return {
    findCandidates,
    // A vault has one exclusive wallet for all of them.
    async findItems(wallet, asset) {
      const found = await findCandidates(wallet, asset);
      return found && { ids: [], unknown: found.unknown, listCandidates: () => found.candidates };
    },
    countToken: (token, wallet) => countExclusiveToken(reader, place, right, token, { wallet, vault }),
  };
}
