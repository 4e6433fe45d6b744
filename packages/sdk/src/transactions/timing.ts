/** How often a transaction is looked for, in milliseconds. */
export interface Timing {
  /** Between two looks at the chain or the service. */
  readonly pollMs: number;
  /** Between two looks while a confirmed block is not safe yet. */
  readonly watchMs: number;
  /** A transaction that no node has had for this long was dropped. */
  readonly droppedMs: number;
}

export const DEFAULT_TIMING: Timing = { pollMs: 2_000, watchMs: 6_000, droppedMs: 30_000 };

/** Waits, or returns at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
