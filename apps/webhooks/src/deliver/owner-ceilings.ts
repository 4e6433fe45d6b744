/** Limits the events and bytes that each owner is sent in a minute. All endpoints of an owner are in one worker. */
import type { Address } from '@mandate/core';

export interface Ceilings {
  readonly eventsPerMinute: number;
  readonly bytesPerMinute: number;
}

const MINUTE_MS = 60_000;

export function createOwnerCeilings(
  { eventsPerMinute, bytesPerMinute }: Ceilings,
  nowMs: () => number = () => performance.now(),
) {
  /** The time at which an owner has used nothing any more, for events and for bytes. */
  const used = new Map<Address, { eventsMs: number; bytesMs: number }>();

  return {
    /** Counts an event, and returns how long it has to wait. A minute's worth may be sent at once. */
    count(owner: Address, bytes: number): number {
      const now = nowMs();
      const of = used.get(owner) ?? { eventsMs: now, bytesMs: now };
      of.eventsMs = Math.max(now, of.eventsMs) + MINUTE_MS / eventsPerMinute;
      of.bytesMs = Math.max(now, of.bytesMs) + (MINUTE_MS * bytes) / bytesPerMinute;
      used.set(owner, of);
      return Math.max(0, Math.max(of.eventsMs, of.bytesMs) - now - MINUTE_MS);
    },
    /** Forgets owners that have used nothing for a minute. */
    tidy() {
      for (const [owner, of] of used) if (Math.max(of.eventsMs, of.bytesMs) < nowMs()) used.delete(owner);
    },
  };
}

export type OwnerCeilings = ReturnType<typeof createOwnerCeilings>;
