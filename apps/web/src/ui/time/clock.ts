import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let nowS = Math.floor(Date.now() / 1000);
let timer = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    nowS = Math.floor(Date.now() / 1000);
    timer = window.setInterval(() => {
      nowS = Math.floor(Date.now() / 1000);
      for (const tell of listeners) tell();
    }, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Returns the Unix time in seconds and updates every second. The whole page shares one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowS);
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** Returns e.g. "4 s ago", or "just now" if the reader's clock is slightly behind. */
export function describeAge(ageS: number): string {
  if (ageS < 1) return 'just now';
  const [size, unit] = UNITS.find(([seconds]) => ageS >= seconds) ?? [1, 's'];
  return `${Math.floor(ageS / size)} ${unit} ago`;
}
