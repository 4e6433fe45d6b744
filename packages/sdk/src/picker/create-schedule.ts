/** Runs a task again and again: when it is due, one run at a time, and never while it is stopped. */

export interface Schedule {
  /** A run that is due earlier stays due then. */
  runIn(ms: number): void;
  /** Ends with `stop`. `null` while it is stopped. */
  signal(): AbortSignal | null;
  start(): void;
  stop(): void;
}

/** `task` returns when it is due again. */
export function createSchedule(task: (signal: AbortSignal) => Promise<number>): Schedule {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  let isBusy = false;
  let isWanted = false;

  function runIn(ms: number): void {
    const at = Date.now() + ms;
    if (!running || at >= dueMs) return;
    clearTimeout(timer);
    dueMs = at;
    timer = setTimeout(run, ms);
  }

  async function run(): Promise<void> {
    dueMs = Number.POSITIVE_INFINITY;
    isWanted = true;
    if (isBusy || !running) return;
    const { signal } = running;
    isBusy = true;
    let waitMs = 0;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      waitMs = await task(signal).catch(() => 0);
    }
    isBusy = false;
    if (signal.aborted) runIn(0);
    else runIn(waitMs);
  }

  return {
    runIn,
    signal: () => running?.signal ?? null,
    start(): void {
      running = new AbortController();
      runIn(0);
    },
    stop(): void {
      running?.abort();
      running = null;
      clearTimeout(timer);
      dueMs = Number.POSITIVE_INFINITY;
    },
  };
}
