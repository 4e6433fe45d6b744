/** Finds the grants that let a wallet count tokens of vaults, in the ledger at one block. */
import { type Address, type Asset, createGrant, type Registry, reaches, type Standard } from '@mandate/core';
import type { AuditMarks } from '@mandate/feed';
import type { Listed, Reader } from '@mandate/store';
import { hasBlock, type Pinned } from '../../request/at-block.ts';
import { historyUncertain, TOO_MANY_VAULTS, tooManyTokens, type Unknown, underAudit } from './unknown.ts';

/** The most grants of a wallet that a question reads, in each registry. Strangers can give a wallet any number of them. */
const MAX_GRANTS = 1_000;
/** The most tokens that a vault has granted to a wallet one by one, and that a question reads. */
const MAX_TOKENS = 1_000;

export type GrantReader = Pick<Reader, 'list' | 'explain' | 'isUncertain' | 'listTokenGrants'>;

/** The oldest first: who comes later can't push others out. */
export interface FoundGrants {
  readonly rows: readonly Listed[];
  readonly unknown: readonly Unknown[];
}

export interface PinnedChain {
  readonly chainId: number;
  readonly registries: readonly Registry[];
  readonly pinned: Pinned;
  /** The grants of vaults under audit do not count, and are named as unknown. */
  readonly auditMarks: AuditMarks;
}

/** Finds all grants to a wallet. `null` if the chain went back meanwhile. */
export async function findIncoming(
  reader: GrantReader,
  { chainId, registries, pinned, auditMarks }: PinnedChain,
  wallet: Address,
): Promise<FoundGrants | null> {
  const { readUpTo, rewinds, safeBlock } = pinned;
  const unknown: Unknown[] = [];
  const named = await Promise.all(registries.map((registry) => auditMarks.isNamed(registry, wallet)));
  if (registries.includes('v1') && pinned.isPast) {
    if (await reader.isUncertain(chainId, readUpTo, { wallet }, safeBlock))
      unknown.push(historyUncertain(null));
  }
  const steady = safeBlock === null ? {} : { steadySince: safeBlock };
  const at = { chainId, wallet, atBlock: readUpTo, rewinds, ...steady, limit: MAX_GRANTS + 1 };
  const pages = await Promise.all(
    registries.map((registry) => reader.list({ ...at, registry, direction: 'to' })),
  );
  const rows: Listed[] = [];
  for (const page of pages) {
    if (!page || page.replaced || !hasBlock(page.checkpoint, pinned)) return null;
    if (page.rows.length > MAX_GRANTS) unknown.push(TOO_MANY_VAULTS);
    rows.push(...page.rows.slice(0, MAX_GRANTS));
  }
  if (named.includes(true)) unknown.push(underAudit(null));
  const sure = rows.filter(({ delegation: { registry, from } }) => !auditMarks.isMarked(registry, from));
  return { rows: sure.toSorted(compareAge), unknown };
}

interface Pair {
  readonly wallet: Address;
  readonly vault: Address;
}

/** Finds the grants of one vault to a wallet that reach the tokens. `null` if the chain went back meanwhile. */
export async function findBetween(
  reader: GrantReader,
  place: PinnedChain,
  pair: Pair,
  asset: Asset,
): Promise<FoundGrants | null> {
  const { chainId, registries, pinned, auditMarks } = place;
  const unknown: Unknown[] = [];
  if (registries.includes('v1') && pinned.isPast) {
    const of = { from: pair.vault };
    const isUncertain = await reader.isUncertain(chainId, pinned.readUpTo, of, pinned.safeBlock);
    if (isUncertain) unknown.push(historyUncertain(pair.vault));
  }
  const rows: Listed[] = [];
  for (const registry of registries) {
    const found = await findInRegistry(reader, place, registry, pair, asset);
    if (!found) return null;
    if (found.isCut) unknown.push(tooManyTokens(pair.vault));
    rows.push(...found.rows);
  }
  if (registries.some((registry) => auditMarks.isMarked(registry, pair.vault)))
    unknown.push(underAudit(pair.vault));
  const sure = rows.filter(({ delegation: { registry, from } }) => !auditMarks.isMarked(registry, from));
  const counted = sure.filter(({ delegation }) => reaches(delegation, asset));
  return { rows: counted.toSorted(compareAge), unknown };
}

async function findInRegistry(
  reader: GrantReader,
  { chainId, pinned }: PinnedChain,
  registry: Registry,
  { wallet: to, vault: from }: Pair,
  asset: Asset,
): Promise<{ readonly rows: readonly Listed[]; readonly isCut: boolean } | null> {
  const { contract, rights, tokenId } = asset;
  const question = createGrant({
    registry,
    kind: kindOf(registry, asset),
    from,
    to,
    contract,
    tokenId,
    rights,
  });
  const { readUpTo: atBlock, safeBlock: steadySince, block } = pinned;
  const read = await reader.explain(chainId, question, { atBlock, steadySince, namedBlock: block.number });
  if (!read || !hasBlock(read.checkpoint, pinned)) return null;
  const rows = read.found.map(({ delegation, block, log }) => ({ delegation, since: { block, log } }));
  const { standard } = asset;
  if (standard === 'ERC20' || tokenId !== null) return { rows, isCut: false };
  const limit = MAX_TOKENS;
  const wanted = { chainId, registry, standard, from, to, contract, atBlock, steadySince, limit };
  const tokens = await reader.listTokenGrants(wanted);
  if (!tokens || !hasBlock(tokens.checkpoint, pinned)) return null;
  return { rows: [...rows, ...tokens.rows], isCut: tokens.isCut };
}

const TOKEN_KINDS = { ERC721: 'erc721', ERC1155: 'erc1155', ERC20: 'erc20' } as const satisfies Record<
  Standard,
  string
>;

/** Returns the kind of the narrowest check about the tokens. */
function kindOf(registry: Registry, { standard, tokenId }: Asset) {
  if (registry === 'v2' && standard === 'ERC20') return 'erc20';
  if (tokenId === null) return 'contract';
  return registry === 'v1' ? 'token' : TOKEN_KINDS[standard];
}

const compareAge = (a: Listed, b: Listed) => a.since.block - b.since.block || a.since.log - b.since.log;
