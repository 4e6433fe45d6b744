/** Reads what comes next in the log for one lane, and decides what of it is sent. */
import type {
  ChangeFilter,
  HeldEndpoint,
  LoggedChange,
  LogPlace,
  WebhookLane,
  WebhookMark,
} from '@mandate/store';
import type { ChainLog, ChainView } from '../follow/chain-log.ts';
import type { LaneParts } from './parts.ts';

const MAX_TAKEN = 100;
/** Undoing entries that are skipped are remembered for so many entries of the log. */
const CANCELLED_FOR = 100_000;

export type Next =
  /** The place is in another log by now. */
  | { readonly type: 'none' }
  | { readonly type: 'end'; readonly reached: LogPlace }
  /** The change has not reached the mark. */
  | { readonly type: 'stall' }
  /** It was undone before it reached its mark, or undoes such a change. `cancelled`: the entries to skip from now on. */
  | { readonly type: 'skip'; readonly change: LoggedChange; readonly cancelled: readonly number[] }
  | { readonly type: 'send'; readonly change: LoggedChange };

interface Read {
  readonly changes: LoggedChange[];
  readonly reached: LogPlace;
  /** Which entries undo changes, by the numbers of these. */
  readonly undoing: ReadonlyMap<number, number>;
  /** The mark at a time before that was looked up. */
  readonly markBlock: number;
}

type Place = Pick<WebhookLane, 'feed' | 'number' | 'stamp' | 'cancelled'>;

export type UpcomingChanges = ReturnType<typeof createUpcoming>;

export function createUpcoming(
  chainId: number,
  { mark }: Pick<HeldEndpoint, 'mark'>,
  filter: ChangeFilter,
  { chainLog, store }: { readonly chainLog: Pick<ChainLog, 'take'> } & Pick<LaneParts, 'store'>,
) {
  let read: Read | null = null;

  async function readOn(view: ChainView, { feed, number, stamp }: Place): Promise<Read | null> {
    const markBlock = findMarkBlock(view, mark);
    if (feed === null || markBlock === null) return null;
    const taken = await chainLog.take(chainId, { feed, number, stamp }, filter, MAX_TAKEN);
    if (!taken) return null;
    const asked = mark === 'latest' ? [] : taken.changes.filter(({ undone }) => !undone);
    const numbers = asked.map((change) => change.number);
    const undoing =
      numbers.length > 0 ? await store.findUndoing(chainId, numbers) : new Map<number, number>();
    return { changes: [...taken.changes], reached: taken.reached, undoing, markBlock };
  }

  function judge(change: LoggedChange, { undoing, markBlock }: Read, place: Place): Next {
    const { cancelled } = place;
    if (change.undone && cancelled.includes(change.number)) return { type: 'skip', change, cancelled };
    if (change.undone || mark === 'latest') return { type: 'send', change };
    const by = undoing.get(change.number);
    if (by !== undefined) {
      const kept = cancelled.filter((each) => each > change.number - CANCELLED_FOR);
      return { type: 'skip', change, cancelled: [...kept, by] };
    }
    return change.at.block <= markBlock ? { type: 'send', change } : { type: 'stall' };
  }

  return {
    /** Returns whether nothing was read that is not handled yet. */
    isEmpty: () => read === null,
    async next(view: ChainView, place: Place): Promise<Next> {
      if (read?.reached.feed !== view.place.feed) read = null;
      read ??= await readOn(view, place);
      if (!read) return { type: 'none' };
      const [change] = read.changes;
      const next: Next = change ? judge(change, read, place) : { type: 'end', reached: read.reached };
      if (next.type !== 'stall' && next.type !== 'end') return next;
      const isOutdated = next.type === 'stall' && read.markBlock !== findMarkBlock(view, mark);
      read = null;
      return isOutdated ? this.next(view, place) : next;
    },
    /** Goes on to the next change, after one was handled. */
    shift: () => void read?.changes.shift(),
  };
}

/** The newest block that has reached a mark. `null`: the chain does not say. */
export const findMarkBlock = ({ reached }: ChainView, mark: WebhookMark): number | null => reached[mark];
