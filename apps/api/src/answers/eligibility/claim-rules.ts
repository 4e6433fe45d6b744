/** Decides whose tokens count for a wallet: by any grant, or for the exclusive delegate of a vault only. */
import type { Address, Asset } from '@mandate/core';
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
} from './exclusive-candidates.ts';
import { findBetween, findIncoming, type GrantReader, type PinnedChain } from './find-grants.ts';
import { TOO_MANY_VAULTS } from './unknown.ts';

/** Both return null if the chain went back meanwhile. */
export interface ClaimRule {
  /** Finds the wallet itself and the vaults whose tokens may count for it, the oldest grant first. */
  findCandidates(wallet: Address, asset: Asset): Promise<Candidates | null>;
  /** Counts one ERC721 token. */
  countToken(token: OwnedToken, wallet: Address): Promise<Counted | null>;
}

/** `vault`: only this one counts, without the wallet's own tokens. */
export function createGrantRule(reader: GrantReader, place: PinnedChain, vault: Address | null): ClaimRule {
  return {
    async findCandidates(wallet, asset) {
      const found = vault
        ? await findBetween(reader, place, { wallet, vault }, asset)
        : await findIncoming(reader, place, wallet);
      if (!found) return null;
      const vaults = listVaults(found.rows, asset);
      return { candidates: vault ? vaults : [itself(wallet), ...vaults], unknown: found.unknown };
    },
    countToken: (token, wallet) =>
      vault
        ? countTokenOfVault(reader, place, token, { wallet, vault })
        : countToken(reader, place, token, wallet),
  };
}

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

  return {
    async findCandidates(wallet, asset) {
      const found = await findVaults(wallet, asset);
      if (!found) return null;
      const parts = await Promise.all(
        found.vaults.map((each) => findExclusivePart(reader, place, right, asset, { wallet, vault: each })),
      );
      if (!parts.every((part) => part !== null)) return null;
      const candidates = parts.flatMap(({ candidate }): Candidate[] => (candidate ? [candidate] : []));
      return { candidates, unknown: [...found.unknown, ...parts.flatMap((part) => part.unknown)] };
    },
    countToken: (token, wallet) => countExclusiveToken(reader, place, right, token, { wallet, vault }),
  };
}
