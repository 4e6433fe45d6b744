/** Delivers what happens on one chain to one endpoint, in order. */
import { checksum } from '@mandate/read-model/checksum';
import type { AsideEvent, LoggedChange, LogPlace, WebhookLane } from '@mandate/store';
import { writeAside } from '../event.ts';
import type { ChainView } from '../follow/chain-log.ts';
import { aside, knownEvent, unknownEvent } from '../follow/lasting-doubts.ts';
import { createLaneState, type LaneState, LOST } from './lane-state.ts';
import { nextStep, type Seen } from './next-step.ts';
import type { ChainReport, EndpointWork, Lane, LaneParts } from './parts.ts';
import { settleOutcome } from './settle.ts';
import { createUpcoming, findMarkBlock, type UpcomingChanges } from './upcoming.ts';

interface Context {
  readonly chainId: number;
  readonly work: EndpointWork;
  readonly parts: LaneParts;
  readonly state: LaneState;
  readonly upcoming: UpcomingChanges;
  /** By doubt: the end of the log when the doubt was over. */
  readonly endOf: Map<string, number>;
  /** The view at which the next change had not reached the mark. */
  stalledAt: ChainView | null;
  /** The place has moved on without a delivery. */
  isUnsaved: boolean;
}

export function createChainLane(
  chainId: number,
  work: EndpointWork,
  parts: LaneParts,
): Lane & { report(): ChainReport } {
  const state = createLaneState(work.held, chainId, parts.commits);
  const upcoming = createUpcoming(chainId, work.held, work.filter, parts);
  const context: Context = {
    ...{ chainId, work, parts, state, upcoming, endOf: new Map(), stalledAt: null, isUnsaved: false },
  };
  return {
    step: () => takeStep(context),
    isQuiet: () => passOver(context),
    nextTry: () => state.row().nextTry,
    save() {
      if (context.isUnsaved) state.put({});
      context.isUnsaved = false;
    },
    report() {
      const { feed, completeBlock: block, told } = state.row();
      const known = feed !== null && parts.doubts.of(chainId).isKnown && Object.keys(told).length === 0;
      return { chainId, known, block };
    },
  };
}

async function takeStep(context: Context): Promise<boolean> {
  const { chainId, work, parts, state, endOf, stalledAt } = context;
  const view = parts.chainLog.view(chainId);
  const seen = see(context, view);
  const isStalled = stalledAt !== null && stalledAt === view;
  const next = nextStep(state.row(), work.held, seen, endOf, isStalled);
  switch (next.type) {
    case 'aside':
      return deliverAside(context);
    case 'reset':
      return decideReset(context, next.from, next.to, view?.place.number ?? 0);
    case 'unknown':
      return state.decide(unknownEvent(chainId, next.doubt));
    case 'known':
      endOf.delete(next.key);
      return state.decide(knownEvent(chainId, next.key, findComplete(context, view) ?? seen.block));
    case 'begin':
      return begin(context);
    case 'changes':
      return view !== null && goOn(context, view);
    default:
      return false;
  }
}

function see({ chainId, work, parts }: Context, view: ChainView | null): Seen {
  return {
    end: view && { ...view.place, isComplete: view.isComplete },
    block: view?.reached.latest ?? null,
    markBlock: view && findMarkBlock(view, work.held.mark),
    doubts: parts.doubts.of(chainId),
  };
}

async function decideReset({ chainId, work, parts, state }: Context, from: string, to: string, end: number) {
  // A place that was lost was one of this log, so no change after its number was sent.
  const { vaults, isContinued } =
    from === LOST ? { vaults: null, isContinued: true } : await parts.store.findReset(chainId, from, to);
  // The stamp of the same number in another log is not known.
  const place: LogPlace | null = isContinued
    ? { feed: to, number: Math.min(state.row().number, end), stamp: null }
    : await parts.store.findStart(chainId, work.held.mark);
  if (!place) return false;
  const data = { chainId, vaults: vaults?.map(checksum) ?? null };
  return state.decide({
    ...aside('delegation.reset', data, `${chainId}-reset-${place.feed}`),
    effect: { place },
  });
}

async function begin({ chainId, work, parts, state }: Context): Promise<boolean> {
  const start = await parts.store.findStart(chainId, work.held.mark);
  if (start) state.put({ feed: start.feed, number: start.number, stamp: start.stamp });
  return start !== null;
}

async function deliverAside({ chainId, work, parts, state }: Context): Promise<boolean> {
  const { aside: event, failures } = state.row();
  if (!event) return true;
  const outcome = await parts.deliverer.deliver(work, { chainId, event: writeAside(event), failures });
  return settleOutcome(outcome, { work, parts, state, event, number: null }, () =>
    effectOf(event, state.row()),
  );
}

/** Returns the changes of the lane once an event outside of the log is delivered. */
function effectOf({ effect = {} }: AsideEvent, { told }: WebhookLane): Partial<WebhookLane> {
  if (effect.place) return effect.place;
  if (!effect.told) return {};
  const { key, code } = effect.told;
  const { [key]: _, ...others } = told;
  return { told: code === null ? others : { ...others, [key]: code } };
}

/** Takes one change further, or finds that there is none. */
async function goOn(context: Context, view: ChainView): Promise<boolean> {
  const { chainId, parts, state, upcoming } = context;
  const next = await upcoming.next(view, state.row());
  switch (next.type) {
    case 'end':
      return reachEnd(context, view, next.reached);
    case 'stall':
      context.stalledAt = view;
      state.move({ completeBlock: findComplete(context, view) });
      return Object.keys(state.row().told).length > 0 || parts.chainLog.view(chainId) !== view;
    case 'skip':
      state.put({ number: next.change.number, stamp: next.change.stamp, cancelled: next.cancelled });
      break;
    case 'send':
      if (!(await deliverChange(context, next.change))) return false;
      break;
    default:
      return false;
  }
  upcoming.shift();
  return true;
}

async function deliverChange(context: Context, change: LoggedChange): Promise<boolean> {
  const { chainId, work, parts, state } = context;
  const { number, stamp } = change;
  const event = parts.writeChange(chainId, change);
  const { failures } = state.row();
  const outcome = await parts.deliverer.deliver(work, { chainId, event, failures });
  // A retry says nothing about the speed of this process.
  if (outcome.type === 'delivered' && failures === 0) parts.metrics.delivered(change);
  return settleOutcome(outcome, { work, parts, state, event, number }, () => ({ number, stamp }));
}

function reachEnd(context: Context, view: ChainView, { number, stamp }: LogPlace): boolean {
  const { chainId, parts, state } = context;
  context.isUnsaved ||= number !== state.row().number;
  state.move({ number, stamp });
  if (number >= view.place.number) state.move({ completeBlock: findComplete(context, view) });
  return number < (parts.chainLog.view(chainId)?.place.number ?? 0);
}

/** Finds the block up to which everything was sent, if the lane has nothing to send at this view. */
function findComplete({ work, state }: Context, view: ChainView | null): number | null {
  const { completeBlock } = state.row();
  return view?.isComplete ? (findMarkBlock(view, work.held.mark) ?? completeBlock) : completeBlock;
}

/** Passes over what the filter leaves out, for a lane that has nothing else to do: most of them, most of the time. */
function passOver(context: Context): boolean {
  const { chainId, work, parts, state, upcoming } = context;
  const { feed, number, stamp, aside: event, told } = state.row();
  const view = parts.chainLog.view(chainId);
  if (!view || feed !== view.place.feed || work.held.mark !== 'latest' || !upcoming.isEmpty()) return false;
  const { lasting, isKnown } = parts.doubts.of(chainId);
  if (event || !isKnown || lasting.length + Object.keys(told).length > 0) return false;
  const taken = parts.chainLog.peek(chainId, { feed, number, stamp }, work.filter, 1);
  if (taken === null || taken === 'behind' || taken.changes.length > 0) return false;
  reachEnd(context, view, taken.reached);
  return true;
}
