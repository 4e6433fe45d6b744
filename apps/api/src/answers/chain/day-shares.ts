/** Limits the calls that one client causes in a day (UTC), so that none uses up a node's month. Each process counts alone. */
import { dayOf, monthAt } from '@mandate/nodes';
import type { Asker } from '../../access/limit/shares.ts';

/** The part of a day's calls that one client may cause. */
const CLIENT_PART = 1 / 10;
const DAY_MS = 86_400_000;
/** The most clients that are remembered. */
const MAX_COUNTS = 100_000;

/** Limits of a node. */
interface Limited {
  readonly label: string;
  readonly callsPerMonth: number | null;
}

export function createDayShares(now: () => number) {
  const counts = new Map<string, number>();
  let day = '';

  /** Lists the names that calls to a node count under today. */
  function listKeys(label: string, { lanes, hasDayShare }: Asker): string[] {
    const today = dayOf(now());
    if (today !== day) counts.clear();
    day = today;
    return hasDayShare ? lanes.map((lane) => `${label} ${lane}`) : [];
  }

  return {
    add({ label, callsPerMonth }: Limited, asker: Asker, calls: number): void {
      if (callsPerMonth === null) return;
      for (const key of listKeys(label, asker)) {
        counts.set(key, (counts.get(key) ?? 0) + calls);
        const [oldest] = counts.keys();
        if (counts.size > MAX_COUNTS && oldest !== undefined) counts.delete(oldest);
      }
    },
    isSpent({ label, callsPerMonth }: Limited, asker: Asker): boolean {
      if (callsPerMonth === null) return false;
      const days = monthAt(now()).lengthMs / DAY_MS;
      const max = Math.max(1, (callsPerMonth / days) * CLIENT_PART);
      return listKeys(label, asker).some((key) => (counts.get(key) ?? 0) >= max);
    },
    /** Returns the time until a new day begins. */
    leftMs: () => DAY_MS - (now() % DAY_MS),
  };
}
