/** Counts one ERC721 token: only the grants of its owner matter. */
import { type Address, type Asset, findExclusive } from '@mandate/core';
import type { Listed } from '@mandate/store';
import { hasBlock } from '../../request/at-block.ts';
import type { Holder } from './count-holders.ts';
import { type ExclusiveReader, type ExclusiveRight, listedOf } from './exclusive-candidates.ts';
import { type FoundGrants, findBetween, type GrantReader, type PinnedChain } from './find-grants.ts';
import { contractFailed, type Unknown, underAudit } from './unknown.ts';

export interface Counted {
  readonly holders: readonly Holder[];
  readonly unknown: readonly Unknown[];
}

/** A token, and its owner. `null` if nobody owns it. `undefined` if that can't be known. */
export interface OwnedToken {
  readonly asset: Asset & { readonly tokenId: bigint };
  readonly owner: Address | null | undefined;
}

/** Counts the token for a wallet, its own or that of a vault. `null` if the chain went back meanwhile. */
export async function countToken(
  reader: GrantReader,
  place: PinnedChain,
  { asset, owner }: OwnedToken,
  wallet: Address,
): Promise<Counted | null> {
  if (owner === undefined) return { holders: [], unknown: [contractFailed(null)] };
  const own = hold(wallet, asset.tokenId, owner === wallet, []);
  if (owner === null || owner === wallet) return { holders: [own], unknown: [] };
  const found = await findBetween(reader, place, { wallet, vault: owner }, asset);
  return (
    found && { holders: [own, ...holdGranted(owner, asset.tokenId, true, found)], unknown: found.unknown }
  );
}

/** Counts the token of one vault for a wallet. `null` if the chain went back meanwhile. */
export async function countTokenOfVault(
  reader: GrantReader,
  place: PinnedChain,
  { asset, owner }: OwnedToken,
  { wallet, vault }: { readonly wallet: Address; readonly vault: Address },
): Promise<Counted | null> {
  const found = await findBetween(reader, place, { wallet, vault }, asset);
  if (!found) return null;
  const holders = holdGranted(vault, asset.tokenId, owner === vault, found);
  if (owner === vault) return { holders, unknown: found.unknown };
  if (owner !== undefined) return { holders, unknown: [] };
  // A vault that granted nothing does not count, whoever owns the token.
  const mayCount = found.rows.length > 0 || found.unknown.length > 0;
  return { holders: [], unknown: mayCount ? [contractFailed(vault)] : [] };
}

/** Counts the token for its exclusive owner only. `null` if the chain went back meanwhile. */
export async function countExclusiveToken(
  reader: ExclusiveReader,
  { chainId, pinned, auditMarks }: PinnedChain,
  { identifier, block }: ExclusiveRight,
  { asset, owner }: OwnedToken,
  { wallet, vault }: { readonly wallet: Address; readonly vault: Address | null },
): Promise<Counted | null> {
  if (owner === undefined) return { holders: [], unknown: [contractFailed(vault)] };
  const { contract, tokenId } = asset;
  const none = { holders: vault ? [] : [hold(wallet, tokenId, false, [])], unknown: [] };
  if (owner === null || (vault && owner !== vault)) return none;
  if (auditMarks.isMarked('v2', owner)) return { holders: none.holders, unknown: [underAudit(owner)] };
  const at = { number: pinned.readUpTo, timestamp: block.timestamp };
  const token = { contract, tokenId };
  const found = await reader.findExclusive({ chainId, identifier, at, vault: owner, token });
  if (!found || !hasBlock(found.checkpoint, pinned)) return null;
  const row = findExclusive(found.candidates, { identifier, timestamp: block.timestamp, token });
  if ((row?.delegation.to ?? owner) !== wallet) return none;
  return { holders: [hold(owner, tokenId, true, row ? [listedOf(row)] : [])], unknown: [] };
}

function holdGranted(vault: Address, tokenId: bigint, owns: boolean, { rows }: FoundGrants): Holder[] {
  return rows.length > 0 ? [hold(vault, tokenId, owns, rows)] : [];
}

function hold(address: Address, tokenId: bigint, owns: boolean, grants: readonly Listed[]): Holder {
  return { address, balance: owns ? 1n : 0n, tokenIds: owns ? [tokenId] : [], grants };
}
