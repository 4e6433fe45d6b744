/** Decides what an endpoint is sent next about a chain. Pure: the same lane, log and doubts lead to the same step. */
import type { WebhookFilter, WebhookLane, WebhookMark } from '@mandate/store';
import { type ChainDoubts, concerns, type ToldDoubt } from '../follow/lasting-doubts.ts';

/** The state of a chain at one moment. */
export interface Seen {
  /** The end of the log, and whether it leads to the newest block. `null`: the ledger does not have the chain. */
  readonly end: { readonly feed: string; readonly number: number; readonly isComplete: boolean } | null;
  readonly block: number | null;
  /** The block that the endpoint's mark has reached. `null`: the chain does not say. */
  readonly markBlock: number | null;
  readonly doubts: ChainDoubts;
}

export type Step =
  /** The event outside of the log that was decided before. */
  | { readonly type: 'aside' }
  /** The log was rewritten, or replaced. */
  | { readonly type: 'reset'; readonly from: string; readonly to: string }
  | { readonly type: 'unknown'; readonly doubt: ToldDoubt }
  | { readonly type: 'known'; readonly key: string }
  /** The lane gets its first place. */
  | { readonly type: 'begin' }
  | { readonly type: 'changes' }
  | { readonly type: 'wait' };

/** A mark that a chain does not have is a doubt of its own. */
const NO_MARK = 'block_not_reached';
const markKey = (chainId: number) => `${chainId} mark`;

type Chosen = Pick<WebhookFilter, 'wallets'> & { readonly mark: WebhookMark };

/**
 * `endOf` has where the log ended when each doubt was over, and is filled here. `isStalled`: the next change has not reached
 * the mark, so nothing more can be sent.
 */
export function nextStep(
  lane: Pick<WebhookLane, 'chainId' | 'aside' | 'feed' | 'number' | 'told'>,
  chosen: Chosen,
  seen: Seen,
  endOf: Map<string, number>,
  isStalled: boolean,
): Step {
  const { end, doubts } = seen;
  if (lane.aside) return { type: 'aside' };
  const isOther = end !== null && lane.feed !== null && lane.feed !== end.feed;
  // A receiver reads again when it is told so. The service has to know then.
  if (isOther && mayBegin(seen)) return { type: 'reset', from: lane.feed, to: end.feed };
  const lasting = doubts.lasting.filter((doubt) => concerns(chosen, doubt));
  const markDoubt = findMarkDoubt(lane.chainId, seen);
  const doubt = [...lasting, ...markDoubt].find(({ key, code }) => lane.told[key] !== code);
  if (doubt) return { type: 'unknown', doubt };
  if (isOther) return { type: 'wait' };
  if (end && lane.feed === null) return mayBegin(seen) ? { type: 'begin' } : { type: 'wait' };
  const over = findOver(lane, seen, endOf, isStalled);
  if (over !== null) return { type: 'known', key: over };
  return end ? { type: 'changes' } : { type: 'wait' };
}

const findMarkDoubt = (chainId: number, { end, doubts, markBlock, block }: Seen): ToldDoubt[] =>
  end && doubts.isKnown && markBlock === null
    ? [{ key: markKey(chainId), code: NO_MARK, block, vault: null }]
    : [];

/** No old grants as news: a chain that is being read begins when it is known. */
const mayBegin = ({ end, doubts, markBlock }: Seen) =>
  doubts.isKnown && markBlock !== null && end?.isComplete;

/** Finds a doubt that is over, once everything up to its end was sent. */
function findOver(
  { chainId, number, told }: Pick<WebhookLane, 'chainId' | 'number' | 'told'>,
  { end, block, doubts, markBlock }: Seen,
  endOf: Map<string, number>,
  isStalled: boolean,
): string | null {
  if (!end) return null;
  const present = new Set(doubts.present);
  if (markBlock === null || !doubts.isKnown) present.add(markKey(chainId));
  const over = Object.keys(told).filter((key) => !present.has(key));
  for (const key of present) endOf.delete(key);
  if (end.isComplete && (block ?? 0) >= (doubts.block ?? 0)) noteEnds(over, end.number, endOf);
  return over.find((key) => endOf.has(key) && (isStalled || number >= (endOf.get(key) ?? 0))) ?? null;
}

function noteEnds(over: readonly string[], number: number, endOf: Map<string, number>): void {
  for (const key of over) if (!endOf.has(key)) endOf.set(key, number);
}
