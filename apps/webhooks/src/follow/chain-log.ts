/** Shows each chain to all endpoints as of one moment, and takes the next changes for them: from memory, or from the database. */
import type { LiveLog } from '@mandate/feed';
import type { ChangeFilter, LoggedChange, LogPlace, Reader, WebhookMark } from '@mandate/store';

/** A worker that starts reads so many changes first: endpoints of another worker were not far behind. */
export const LIMITS = { ring: 20_000, atOnce: 1_000, newest: 5_000 };

/** A chain as of one moment. */
export interface ChainView {
  readonly chainId: number;
  /** The end of what was read, in the present log. */
  readonly place: LogPlace;
  /** The newest block of the ledger that has reached each mark. `null`: it is not known. */
  readonly reached: Readonly<Record<WebhookMark, number | null>> & { readonly latest: number };
  /** The changes lead to the newest block. */
  readonly isComplete: boolean;
}

/** The next changes that pass a filter, and the place that they lead to. */
export interface Taken {
  readonly changes: readonly LoggedChange[];
  readonly reached: LogPlace;
}

export type ChainLog = ReturnType<typeof createChainLog>;

/** `moved` is told of each chain that is another one than at the last look. */
export function createChainLog(
  live: Pick<LiveLog, 'served' | 'reached' | 'take'>,
  reader: Pick<Reader, 'listChanges'>,
  moved: (chainId: number) => void,
) {
  const views = new Map<number, ChainView>();
  let isReading = false;

  function endOf(chainId: number): LogPlace | null {
    const { feed, number, stamp } = live.reached(chainId) ?? {};
    return feed === undefined || number === undefined ? null : { feed, number, stamp: stamp ?? null };
  }

  function viewNow(chainId: number): ChainView | null {
    const [place, read] = [endOf(chainId), live.reached(chainId)];
    if (!place || !read) return null;
    const { newest, isAll: isComplete } = read;
    return { chainId, place, reached: { latest: newest.block, ...newest.marks }, isComplete };
  }

  function look(chainId: number): void {
    const [was, is] = [views.get(chainId), viewNow(chainId)];
    if (JSON.stringify(was ?? null) === JSON.stringify(is)) return;
    if (is) views.set(chainId, is);
    else views.delete(chainId);
    if (!is || is.isComplete) moved(chainId);
  }

  /** Takes changes from memory. `behind`: they are not there any more. `null`: the place is in another log than the one that is followed. */
  function peek(
    chainId: number,
    after: LogPlace,
    filter: ChangeFilter,
    most: number,
  ): Taken | 'behind' | null {
    const end = endOf(chainId);
    if (!end || end.feed !== after.feed || after.number > end.number) return null;
    const taken = live.take({ chainId, feed: end.feed, filter, after: after.number, most });
    if (taken === 'behind') return taken;
    return taken === 'other'
      ? null
      : cut(
          taken.changes.map(({ change }) => change),
          end,
          most,
        );
  }

  return {
    peek,
    /** Takes changes from memory, or from the database. `null`: the place is in another log by now. */
    async take(chainId: number, after: LogPlace, filter: ChangeFilter, most: number): Promise<Taken | null> {
      const end = endOf(chainId);
      const taken = peek(chainId, after, filter, most);
      if (taken !== 'behind' || !end) return taken === 'behind' ? null : taken;
      const parts = [{ chainId, feed: after.feed, after: after.number, until: end.number }];
      const [found] = await reader.listChanges({ parts, limit: most, ...filter });
      return found ? cut(found, end, most) : null;
    },
    /** Notes how the chains are after a look at the database. */
    looked(hasAnswered: boolean): void {
      isReading = hasAnswered;
      if (hasAnswered) for (const chainId of live.served) look(chainId);
    },
    /** Returns whether the database answered last. */
    isReading: () => isReading,
    /** Returns a chain as of the last look. `null` if the ledger does not have it. */
    view: (chainId: number): ChainView | null => views.get(chainId) ?? null,
  };
}

function cut(changes: readonly LoggedChange[], end: LogPlace, most: number): Taken {
  const last = changes.at(-1);
  const reached = changes.length === most && last ? { ...end, number: last.number, stamp: last.stamp } : end;
  return { changes, reached };
}
