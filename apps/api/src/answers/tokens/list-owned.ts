/** Lists the ERC721 tokens that a wallet may use, some holders a page. Every id is confirmed by `ownerOf`. */
import type { Address, Asset } from '@mandate/core';
import { refuseOne } from '../../request/read-parameters.ts';
import type { TokensPlace } from '../../request/tokens-cursor.ts';
import { UnreadableError } from '../chain/unreadable.ts';
import { compareIds, listIds } from '../eligibility/claim-rules.ts';
import type { Candidate } from '../eligibility/count-holders.ts';
import { createTokenViews, createViewPlan, type ReadViews, readViewsAt } from '../eligibility/token-views.ts';
import { unreadable } from '../eligibility/unknown.ts';
import { judgeHolder, type Known, listOwnedIds } from './judge-holder.ts';
import { countAsked, MAX_IDS_OF_HOLDER, searchIds, type Wanted } from './search-ids.ts';
import { orUnreadable, type TokensPart, type TokensQuestion, type TokensReading } from './tokens-page.ts';

/** The most holders of a page, those among them whose ids are searched, and the ids of their grants. */
const MAX_HOLDERS = 50;
const MAX_SEARCHED = 5;
const MAX_GRANTED_IDS = 500;

export const erc721Of = ({ contract, rights }: TokensQuestion): Asset => {
  return { standard: 'ERC721', contract, tokenId: null, rights };
};

/** Returns null if the chain went back meanwhile. */
export async function listOwned(reading: TokensReading, isEnumerable: boolean): Promise<TokensPart | null> {
  const { rule, question } = reading;
  const found = await rule.findCandidates(question.wallet, erc721Of(question));
  if (!found) return null;
  const page = takePage(found.candidates, question.start);
  const granted = await readGranted(reading, page.holders);
  const { holders, next } = cutPage(page, granted);
  const { known, error } = await search(reading, holders, granted, isEnumerable);
  const judged = holders.map((holder) =>
    judgeHolder(holder, known, error && unreadable(error, holder.candidate.address)),
  );
  return {
    tokens: judged.flatMap(({ tokens }) => tokens),
    unknownIds: [...new Set(judged.flatMap(({ unknownIds }) => unknownIds))],
    unknown: [...found.unknown, ...judged.flatMap(({ unknown }) => unknown ?? [])],
    next,
  };
}

interface Holder {
  readonly candidate: Candidate;
  readonly grantedIds: readonly bigint[];
  /** More ids were granted than are read. */
  readonly isCut: boolean;
}

interface Page {
  readonly holders: readonly Holder[];
  readonly next: Address | null;
}

function takePage(candidates: readonly Candidate[], start: TokensPlace | null): Page {
  const first = start ? candidates.findIndex(({ address }) => address === start.next) : 0;
  if (first < 0) {
    const message = 'continues with a vault that counts no longer: start again without it.';
    throw refuseOne('cursor', message, 'cursor_expired');
  }
  const holders: Holder[] = [];
  let ids = 0;
  for (const candidate of candidates.slice(first, first + MAX_HOLDERS)) {
    const holder = holderOf(candidate);
    ids += holder.grantedIds.length;
    if (holders.length > 0 && ids > MAX_GRANTED_IDS) break;
    holders.push(holder);
  }
  return { holders, next: candidates[first + holders.length]?.address ?? null };
}

function holderOf(candidate: Candidate): Holder {
  const { reach, grants } = candidate;
  const granted = 'tokenIds' in reach ? [...reach.tokenIds, ...listIds(grants)] : listIds(grants);
  const ids = [...new Set(granted)].toSorted(compareIds);
  return {
    candidate,
    grantedIds: ids.slice(0, MAX_IDS_OF_HOLDER),
    isCut: reach.type === 'tokens' && ids.length > MAX_IDS_OF_HOLDER,
  };
}

/** Reads the balance of each holder, and the owners of the ids that it granted. */
async function readGranted(reading: TokensReading, holders: readonly Holder[]): Promise<ReadViews[]> {
  const { nodes, question, blocks } = reading;
  const plan = createViewPlan();
  for (const { candidate, grantedIds } of holders) {
    if (candidate.reach.type !== 'tokens') plan.addBalance(candidate.address, null);
    for (const id of grantedIds) plan.addOwner(id);
  }
  await reading.countCalls(plan.size);
  return readViewsAt(nodes, question.contract, plan.list(), blocks.read);
}

/** Ends a page before the first holder that would be one too many to search. */
function cutPage({ holders, next }: Page, granted: readonly ReadViews[]): Page {
  const searched = holders.filter((holder) => findWanted(holder, granted));
  const tooMuch = searched[MAX_SEARCHED];
  if (!tooMuch) return { holders, next };
  return { holders: holders.slice(0, holders.indexOf(tooMuch)), next: tooMuch.candidate.address };
}

/** Returns the ids of a holder that are not known yet, if there are any and all that it has may count. */
function findWanted({ candidate, grantedIds }: Holder, views: readonly ReadViews[]): Wanted | null {
  const { address: holder, reach } = candidate;
  if (reach.type === 'tokens') return null;
  const balance = createTokenViews(views.slice(0, 1)).findBalance(holder, null) ?? 0n;
  const missing = balance - BigInt(listOwnedIds(holder, grantedIds, views).length);
  return missing > 0n ? { holder, balance, missing } : null;
}

interface Searched {
  readonly known: Known;
  /** Why the nodes could not answer, if they could not. */
  readonly error: UnreadableError | null;
}

/** Searches ids of holders and reads their owners. What was read before the nodes failed stays known. */
async function search(
  { nodes, question, blocks, countCalls }: TokensReading,
  holders: readonly Holder[],
  granted: readonly ReadViews[],
  isEnumerable: boolean,
): Promise<Searched> {
  const wanted = holders.flatMap((holder) => findWanted(holder, granted) ?? []);
  const none: Known = { views: granted, ids: new Map() };
  if (wanted.length === 0) return { known: none, error: null };
  const { contract } = question;
  // Each id is asked for, and then its owner.
  await countCalls(2 * wanted.reduce((sum, { balance }) => sum + countAsked(balance), 0));
  const block = blocks.read[0];
  const found = await orUnreadable(searchIds({ nodes, contract, block }, wanted, isEnumerable));
  if (found instanceof UnreadableError) return { known: none, error: found };
  const plan = createViewPlan();
  const ids = new Map([...found].map(([holder, own]) => [holder, own.slice(0, MAX_IDS_OF_HOLDER)]));
  for (const own of ids.values()) for (const id of own) plan.addOwner(id);
  const owners = await orUnreadable(readViewsAt(nodes, contract, plan.list(), blocks.read));
  if (owners instanceof UnreadableError) return { known: none, error: owners };
  const views = granted.map((each, i) => new Map([...each, ...(owners[i] ?? [])]));
  return { known: { views, ids }, error: null };
}
