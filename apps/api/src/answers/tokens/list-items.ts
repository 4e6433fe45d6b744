/** Lists the ids of an ERC1155 contract that a wallet may use, with amounts: those that are asked about, or were granted. */
import type { Asset } from '@mandate/core';
import {
  type Candidate,
  type Candidates,
  countHolders,
  keepAffordable,
  planViews,
} from '../eligibility/count-holders.ts';
import { createTokenViews, createViewPlan, readViewsAt } from '../eligibility/token-views.ts';
import { idsUnknown, tooManyIds, type Unknown } from '../eligibility/unknown.ts';
import type { TokensPart, TokensQuestion, TokensReading } from './tokens-page.ts';

/** The most calls of the contract that are made for one id, and for all of a page. */
const MAX_CALLS_OF_ID = 100;
const MAX_CALLS = 1_000;

interface Item extends Candidates {
  readonly id: bigint;
}

/** Returns null if the chain went back meanwhile. */
export async function listItems({
  rule,
  question,
  nodes,
  blocks,
  countCalls,
}: TokensReading): Promise<TokensPart | null> {
  const { wallet, contract, tokenIds } = question;
  const found = await rule.findItems(wallet, erc1155Of(question));
  if (!found) return null;
  const ids = tokenIds ?? skipTo(found.ids, question.start?.next);
  const items = takeAffordable(ids, found.listCandidates);
  const plan = createViewPlan();
  for (const { id, candidates } of items) for (const each of candidates) planViews(plan, each, id);
  await countCalls(plan.size);
  const views = createTokenViews(await readViewsAt(nodes, contract, plan.list(), blocks.read));

  const counted = items.map(({ id, candidates, unknown }) => {
    const { holders, unknown: unread } = countHolders(candidates, views, id);
    const tokens = holders
      .filter(({ balance }) => balance > 0n)
      .map(({ address: holder, balance: amount, grants }) => ({ tokenId: id, holder, amount, grants }));
    return { id, tokens, unknown: [...unknown, ...unread] };
  });
  const isOpen = found.unknown.length > 0;
  const open = counted.filter(({ tokens, unknown }) => tokens.length === 0 && (isOpen || unknown.length > 0));
  const rest = ids.slice(items.length);
  const mayHaveOthers = !tokenIds && found.listCandidates(null).length > 0;
  return {
    tokens: counted.flatMap(({ tokens }) => tokens),
    unknownIds: [...open.map(({ id }) => id), ...(tokenIds ? rest : [])],
    unknown: unique([
      ...found.unknown,
      ...counted.flatMap(({ unknown }) => unknown),
      ...(tokenIds && rest.length > 0 ? [tooManyIds(null)] : []),
      ...(mayHaveOthers ? [idsUnknown(null)] : []),
    ]),
    next: tokenIds ? null : (rest[0]?.toString() ?? null),
  };
}

const erc1155Of = ({ contract, rights }: TokensQuestion): Asset => {
  return { standard: 'ERC1155', contract, tokenId: null, rights };
};

const skipTo = (ids: readonly bigint[], next: string | undefined) =>
  next === undefined ? ids : ids.filter((id) => id >= BigInt(next));

/** Takes as many ids as a page may make calls about, each with the holders that it may make calls about. */
function takeAffordable(
  ids: readonly bigint[],
  listCandidates: (id: bigint) => readonly Candidate[],
): readonly Item[] {
  const items: Item[] = [];
  let calls = 0;
  for (const id of ids) {
    const kept = keepAffordable(listCandidates(id), MAX_CALLS_OF_ID);
    calls += kept.candidates.length;
    if (calls > MAX_CALLS) break;
    items.push({ id, ...kept });
  }
  return items;
}

/** Names each part once, however many ids it is about. */
function unique(unknown: readonly Unknown[]): Unknown[] {
  return [...new Map(unknown.map((each) => [`${each.reason} ${each.holder}`, each])).values()];
}
