/** How a process is told to end. */

/** npm passes on the Ctrl-C that the terminal has sent us already: both are one. */
const ONE_SIGNAL_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Who is told again does not want to wait any longer. */
export function onSignals(end: () => void, endNow: () => void): void {
  let toldAt: number | null = null;
  const tell = () => {
    if (toldAt === null) {
      toldAt = performance.now();
      end();
    } else if (performance.now() - toldAt > ONE_SIGNAL_MS) endNow();
  };
  for (const signal of SIGNALS) process.on(signal, tell);
}

/** A terminal or systemd tells all processes at once. When to end, the first of them says. */
export function leaveSignalsToFirst(): void {
  for (const signal of SIGNALS) process.on(signal, () => {});
}
