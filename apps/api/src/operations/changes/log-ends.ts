/** Looks up where the log of each chain ends, once for all who ask at the same time. */
import type { Reader } from '@mandate/store';
import { createWaiting, type LedgerWatch } from '../../request/ledger-watch.ts';
import type { LogEnds } from './places.ts';

export type LogEndWatch = ReturnType<typeof createLogEndWatch>;

/** Only changes wake those who wait: a block without changes costs one look, however many wait. */
export function createLogEndWatch(
  reader: Pick<Reader, 'listLogEnds'>,
  watch: Pick<LedgerWatch, 'wait'>,
  served: readonly number[],
) {
  const waiting = createWaiting();
  let ends: LogEnds = new Map();
  let looking: Promise<LogEnds> | null = null;
  let next: Promise<LogEnds> | null = null;
  let isFollowing = false;

  /** Returns the ends as they are now. One look after the other, so that what is known never goes back; who comes meanwhile shares the next. */
  function look(): Promise<LogEnds> {
    next ??= (async () => {
      await looking?.catch(() => {});
      next = null;
      looking = lookNow();
      return looking;
    })();
    return next;
  }

  async function lookNow(): Promise<LogEnds> {
    const before = ends;
    ends = new Map((await reader.listLogEnds()).map((end) => [end.chainId, end]));
    const hasMoved = (chainId: number) => {
      const [was, is] = [before.get(chainId), ends.get(chainId)];
      return was?.changes !== is?.changes || was?.feed !== is?.feed;
    };
    const moved = new Set([...before.keys(), ...ends.keys()].filter(hasMoved));
    if (moved.size > 0) waiting.wake((chainId) => moved.has(chainId));
    return ends;
  }

  /** For as long as somebody waits. A database that is away is asked again. */
  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    let heard = watch.wait(served);
    while (!waiting.isEmpty()) {
      await heard;
      // The wait begins before the look, so that nothing in between is missed.
      heard = watch.wait(served);
      await look().catch(() => {});
    }
    isFollowing = false;
  }

  return {
    look,
    /** Returns the ends as of the last look. */
    last: () => ends,
    /** Ends when the log of one of these chains has moved, when the time is over, or when the signal says so. */
    wait(chainIds: readonly number[], timeoutMs: number, signal: AbortSignal): Promise<void> {
      const woken = waiting.wait(chainIds, timeoutMs, signal);
      void follow();
      return woken;
    },
  };
}
