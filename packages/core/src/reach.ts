/** How much of a vault's tokens a wallet may count, by the grants that it has from the vault. */
import type { Address } from './address.ts';
import { type Delegation, findAmount, isPossibleGrantor } from './delegation.ts';
import { FULL_RIGHTS, type Rights } from './rights.ts';

export const STANDARDS = ['ERC721', 'ERC1155', 'ERC20'] as const;
export type Standard = (typeof STANDARDS)[number];

/** The tokens in question: all of a contract, or those with one id. */
export interface Asset {
  readonly standard: Standard;
  readonly contract: Address;
  readonly tokenId: bigint | null;
  readonly rights: Rights;
}

/** `whole`: everything that the vault holds. `tokens`: these, if it owns them. `amount`: at most this much. */
export type Reach =
  | { readonly type: 'whole' }
  | { readonly type: 'tokens'; readonly tokenIds: readonly bigint[] }
  | { readonly type: 'amount'; readonly amount: bigint };

/** Tells whether a grant lets its receiver count any of these tokens. A grant to oneself adds nothing. */
export function reaches(delegation: Delegation, asset: Asset): boolean {
  return delegation.from !== delegation.to && covers(delegation, asset);
}

/** Tells whether a grant, also one to oneself, is about any of these tokens, with the right in question. */
export function covers(delegation: Delegation, asset: Asset): boolean {
  if (!isPossibleGrantor(delegation)) return false;
  if ('rights' in delegation && delegation.rights !== FULL_RIGHTS && delegation.rights !== asset.rights)
    return false;
  if (delegation.kind === 'all') return true;
  if (delegation.contract !== asset.contract) return false;
  switch (delegation.kind) {
    case 'contract':
      return true;
    case 'erc20':
      return asset.standard === 'ERC20';
    case 'erc1155':
      return asset.standard === 'ERC1155' && isOfToken(delegation.tokenId, asset);
    case 'erc721':
      return asset.standard === 'ERC721' && isOfToken(delegation.tokenId, asset);
    case 'token':
      return asset.standard !== 'ERC20' && isOfToken(delegation.tokenId, asset);
  }
}

function isOfToken(tokenId: bigint, asset: Asset): boolean {
  return asset.tokenId === null || asset.tokenId === tokenId;
}

/** Combines the grants of one vault to one wallet, each of which reaches the asset. `null` if there are none. */
export function combineReach(grants: readonly Delegation[], asset: Asset): Reach | null {
  if (grants.length === 0) return null;
  if (grants.some((grant) => isWhole(grant, asset))) return { type: 'whole' };
  if (asset.standard === 'ERC721') {
    const tokenIds = grants.flatMap((grant) => ('tokenId' in grant ? [grant.tokenId] : []));
    return { type: 'tokens', tokenIds: [...new Set(tokenIds)] };
  }
  const amounts = grants.map((grant) => findAmount(grant) ?? 0n);
  return { type: 'amount', amount: amounts.reduce((most, each) => (each > most ? each : most)) };
}

/** A v1 grant of a token has no amount, so it reaches all that the vault has of it. */
function isWhole({ kind }: Delegation, { standard }: Asset): boolean {
  return kind === 'all' || kind === 'contract' || (kind === 'token' && standard === 'ERC1155');
}
