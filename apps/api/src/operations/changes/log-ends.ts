/** Looks up where the log of each chain ends, once for all who ask at the same time. */
import type { Reader } from '@mandate/store';
import type { LedgerWatch } from '../../request/ledger-watch.ts';
import type { LogEnds } from './places.ts';

export interface LogEndWatch {
  /** Returns the ends as they are now. */
  look(): Promise<LogEnds>;
  /** Returns the ends as of the last look. */
  last(): LogEnds;
  /** Ends when the log of one of these chains has moved, when the time is over, or when the signal says so. */
  wait(chainIds: readonly number[], timeoutMs: number, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly chainIds: readonly number[];
  wake(): void;
}

/** Only changes wake those who wait: a block without changes costs one look, however many wait. */
export function createLogEndWatch(
  reader: Pick<Reader, 'listLogEnds'>,
  watch: Pick<LedgerWatch, 'wait'>,
  served: readonly number[],
): LogEndWatch {
  const waiting = new Set<Waiting>();
  let ends: LogEnds = new Map();
  let looking: Promise<LogEnds> | null = null;
  let next: Promise<LogEnds> | null = null;
  let isFollowing = false;

  /** One after the other, so that what is known never goes back; who comes meanwhile shares the next. */
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
    if (moved.size === 0) return ends;
    for (const each of [...waiting]) if (each.chainIds.some((chainId) => moved.has(chainId))) each.wake();
    return ends;
  }

  /** For as long as somebody waits. A database that is away is asked again. */
  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    let heard = watch.wait(served);
    while (waiting.size > 0) {
      await heard;
      // The wait begins before the look, so that nothing in between is missed.
      heard = watch.wait(served);
      await look().catch(() => {});
    }
    isFollowing = false;
  }

  return {
    look,
    last: () => ends,
    wait(chainIds, timeoutMs, signal) {
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(each);
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const each = { chainIds, wake };
        const timer = setTimeout(wake, timeoutMs);
        signal.addEventListener('abort', wake, { once: true });
        waiting.add(each);
        if (signal.aborted) wake();
        void follow();
      });
    },
  };
}
