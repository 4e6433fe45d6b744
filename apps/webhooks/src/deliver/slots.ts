/**
 * Limits how many requests are open at the same time. Endpoints that fail or are slow share a quarter of them, and each owner
 * has at most a quarter: receivers that hang delay nobody else.
 */
import type { Address } from '@mandate/core';

interface Wanted {
  readonly owner: Address;
  readonly isSuspect: boolean;
}

export interface Slots {
  /** Waits for a slot, in turn. Returns the function that gives it back. */
  take(wanted: Wanted): Promise<() => void>;
  inFlight(): number;
}

const SHARE = 4;

export function createSlots(most: number): Slots {
  const share = Math.max(1, Math.floor(most / SHARE));
  const waiting: { readonly wanted: Wanted; start(): void }[] = [];
  const openOf = new Map<Address, number>();
  let open = 0;
  let suspect = 0;

  const mayStart = ({ owner, isSuspect }: Wanted) =>
    open < most && (openOf.get(owner) ?? 0) < share && (!isSuspect || suspect < share);

  function count({ owner, isSuspect }: Wanted, change: 1 | -1): void {
    open += change;
    if (isSuspect) suspect += change;
    const ofOwner = (openOf.get(owner) ?? 0) + change;
    if (ofOwner > 0) openOf.set(owner, ofOwner);
    else openOf.delete(owner);
  }

  function start(wanted: Wanted): () => void {
    count(wanted, 1);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      count(wanted, -1);
      startWaiting();
    };
  }

  function startWaiting(): void {
    for (;;) {
      const index = waiting.findIndex(({ wanted }) => mayStart(wanted));
      if (index < 0) return;
      waiting.splice(index, 1)[0]?.start();
    }
  }

  return {
    take(wanted) {
      if (mayStart(wanted)) return Promise.resolve(start(wanted));
      return new Promise((resolve) => {
        waiting.push({ wanted, start: () => resolve(start(wanted)) });
      });
    },
    inFlight: () => open,
  };
}
