/** Ends the process when a signal asks for it. */

/** npm repeats the Ctrl-C that the terminal has already sent to this process: both count as one signal. */
const ONE_SIGNAL_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Calls `end` for the first signal and `endNow` for a later one. */
export function onSignals(end: () => void, endNow: () => void): void {
  let endedAt: number | null = null;
  const receive = () => {
    if (endedAt === null) {
      endedAt = performance.now();
      end();
    } else if (performance.now() - endedAt > ONE_SIGNAL_MS) endNow();
  };
  for (const signal of SIGNALS) process.on(signal, receive);
}
