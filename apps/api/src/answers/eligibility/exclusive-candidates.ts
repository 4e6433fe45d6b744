/** Finds whose tokens count for a wallet if a vault counts for its exclusive delegate only. */
import {
  type Address,
  type Asset,
  type Delegation,
  decodeRights,
  findExclusive,
  GLOBAL_IDENTIFIER,
  type RightsIdentifier,
} from '@mandate/core';
import type { Block, ExclusiveRow, Listed, Reader } from '@mandate/store';
import { hasBlock } from '../../request/at-block.ts';
import type { Candidate } from './count-holders.ts';
import type { PinnedChain } from './find-grants.ts';
import { tooManyTokens, type Unknown, underAudit } from './unknown.ts';

export type ExclusiveReader = Pick<Reader, 'findExclusive' | 'listExclusiveTokens'>;

/** The right that is exclusive, and the block whose time decides which rights have expired. */
export interface ExclusiveRight {
  readonly identifier: RightsIdentifier;
  readonly block: Block;
}

/** The most tokens that a vault has granted one by one, and that a question reads. */
const MAX_TOKENS = 1_000;
/** No token has this id: a question about it is one about the contract. */
export const NO_TOKEN = -1n;

/** Lists the vaults whose exclusive delegate may be the receiver of these grants, in their order. */
export function listPossibleVaults(
  rows: readonly Listed[],
  { standard, contract }: Asset,
  { identifier, block }: ExclusiveRight,
): Address[] {
  const mayDecide = (delegation: Delegation) => {
    if (!('rights' in delegation)) return false;
    const own = decodeRights(delegation.rights);
    if (own.expiresAt < block.timestamp) return false;
    if (own.identifier !== identifier && own.identifier !== GLOBAL_IDENTIFIER) return false;
    if (delegation.kind === 'all') return true;
    const isOfTokens = delegation.kind === 'contract' || delegation.kind === 'erc721';
    return standard === 'ERC721' && isOfTokens && delegation.contract === contract;
  };
  const vaults = rows
    .filter(({ delegation }) => mayDecide(delegation))
    .map(({ delegation }) => delegation.from);
  return [...new Set(vaults)];
}

/** The part of a vault that counts for a wallet. */
export interface ExclusivePart {
  readonly candidate: Candidate | null;
  readonly unknown: readonly Unknown[];
}

/** Finds the part of a vault, or of the wallet itself, that counts for a wallet. `null` if the chain went back meanwhile. */
export async function findExclusivePart(
  reader: ExclusiveReader,
  place: PinnedChain,
  right: ExclusiveRight,
  asset: Asset,
  { wallet, vault }: { readonly wallet: Address; readonly vault: Address },
): Promise<ExclusivePart | null> {
  const { pinned, chainId, auditMarks } = place;
  if (auditMarks.isMarked('v2', vault)) return { candidate: null, unknown: [underAudit(vault)] };
  const { identifier, block } = right;
  const at = { number: pinned.readUpTo, timestamp: block.timestamp };
  const ofContract = asset.standard === 'ERC721' ? { contract: asset.contract, tokenId: NO_TOKEN } : null;
  const found = await reader.findExclusive({ chainId, identifier, at, vault, token: ofContract });
  if (!found || !hasBlock(found.checkpoint, pinned)) return null;
  const question = { identifier, timestamp: block.timestamp };
  const row = findExclusive(found.candidates, { ...question, token: ofContract });
  const isWhole = (row?.delegation.to ?? vault) === wallet;
  const grants = row && isWhole ? [listedOf(row)] : [];
  if (!ofContract) {
    const candidate = isWhole ? { address: vault, reach: { type: 'whole' } as const, grants } : null;
    return { candidate, unknown: [] };
  }
  const { contract } = asset;
  const tokens = await reader.listExclusiveTokens({
    chainId,
    identifier,
    at,
    vault,
    contract,
    limit: MAX_TOKENS,
  });
  if (!tokens || !hasBlock(tokens.checkpoint, pinned)) return null;
  // A token that may have been granted to another must not count.
  if (tokens.isCut) return { candidate: null, unknown: [tooManyTokens(vault)] };
  const winners = [...Map.groupBy(tokens.candidates, tokenIdOf)].map(([tokenId, own]) => {
    const winner = findExclusive([...found.candidates, ...own], {
      ...question,
      token: { contract, tokenId },
    });
    return { tokenId, winner, isTo: (winner?.delegation.to ?? vault) === wallet };
  });
  return { candidate: isWhole ? exceptFor(vault, winners, grants) : onlyFor(vault, winners), unknown: [] };
}

/** A token that was granted by itself, and whether it counts for the wallet. */
interface TokenWinner {
  readonly tokenId: bigint;
  readonly winner: ExclusiveRow | null;
  readonly isTo: boolean;
}

function exceptFor(address: Address, winners: readonly TokenWinner[], grants: readonly Listed[]): Candidate {
  const tokenIds = winners.filter(({ isTo }) => !isTo).map(({ tokenId }) => tokenId);
  return { address, reach: { type: 'except', tokenIds }, grants };
}

function onlyFor(address: Address, winners: readonly TokenWinner[]): Candidate | null {
  const own = winners.filter(({ isTo }) => isTo);
  if (own.length === 0) return null;
  const reach = { type: 'tokens' as const, tokenIds: own.map(({ tokenId }) => tokenId) };
  return { address, reach, grants: own.flatMap(({ winner }) => (winner ? [listedOf(winner)] : [])) };
}

export function listedOf({ delegation, block, first }: ExclusiveRow): Listed {
  return { delegation, since: { block, log: first.log } };
}

function tokenIdOf({ delegation }: ExclusiveRow): bigint {
  return 'tokenId' in delegation ? delegation.tokenId : NO_TOKEN;
}
