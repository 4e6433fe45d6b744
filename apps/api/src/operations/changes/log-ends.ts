/** Where the log of each chain ends: looked up once for everyone who wants to know at the same time. */
import type { Reader } from '@mandate/store';
import type { LedgerWatch } from '../../request/ledger-watch.ts';
import type { LogEnds } from './places.ts';

export interface LogEndWatch {
  /** As they are now, not earlier. */
  look(): Promise<LogEnds>;
  /** As they were when somebody last looked. */
  last(): LogEnds;
  /** Ends when the log of one of these chains has moved, when the time is over, or when the signal says so. */
  wait(chainIds: readonly number[], timeoutMs: number, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly chainIds: readonly number[];
  wake(): void;
}

/** Whoever waits is woken by changes only: a block without any costs one look, however many wait. */
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
      // What is said from here on is not missed while we look.
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
