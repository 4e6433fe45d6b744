/** Selects those of given ERC721 ids that a wallet may use. */
import type { Address } from '@mandate/core';
import { createTokenViews, createViewPlan, readViewsAt } from '../eligibility/token-views.ts';
import { contractFailed, type Unknown } from '../eligibility/unknown.ts';
import { counts, presentToken } from './judge-holder.ts';
import { erc721Of } from './list-owned.ts';
import type { TokensPart, TokensReading, UsableToken } from './tokens-page.ts';

/** Returns null if the chain went back meanwhile. */
export async function selectOwned(
  { rule, question, nodes, blocks, countCalls }: TokensReading,
  ids: readonly bigint[],
): Promise<TokensPart | null> {
  const found = await rule.findCandidates(question.wallet, erc721Of(question));
  if (!found) return null;
  const candidates = new Map(found.candidates.map((candidate) => [candidate.address, candidate]));
  const plan = createViewPlan();
  for (const id of ids) plan.addOwner(id);
  await countCalls(plan.size);
  const views = createTokenViews(await readViewsAt(nodes, question.contract, plan.list(), blocks.read));

  const tokens: UsableToken[] = [];
  const unknownIds: bigint[] = [];
  const unknown = new Set<Unknown>();
  for (const tokenId of ids) {
    const owner = views.findOwner(tokenId);
    const candidate = owner ? candidates.get(owner) : undefined;
    if (candidate && counts(candidate, tokenId)) {
      tokens.push(presentToken(candidate, tokenId));
      continue;
    }
    const reasons = owner === undefined ? [CONTRACT_FAILED] : findReasons(found.unknown, owner);
    if (reasons.length > 0) unknownIds.push(tokenId);
    for (const reason of reasons) unknown.add(reason);
  }
  return { tokens, unknownIds, unknown: [...unknown], next: null };
}

const CONTRACT_FAILED = contractFailed(null);

/** Lists why a token of an owner may count although no known grant says so. */
function findReasons(unknown: readonly Unknown[], owner: Address | null): readonly Unknown[] {
  return owner === null ? [] : unknown.filter(({ holder }) => holder === null || holder === owner);
}
