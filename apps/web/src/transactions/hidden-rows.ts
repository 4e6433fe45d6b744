/** Received delegations that a visitor does not want to see. Only this browser stores them, and they stand as before. */
import type { WalletDelegation } from '@mandate/sdk/explore';
import { useSyncExternalStore } from 'react';
import { rowKeyOf } from './row-key.ts';

const KEY = 'hidden-delegations';
const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = read();

export function hideRow(row: WalletDelegation): void {
  keep(new Set([...hidden, rowKeyOf(row)]));
}

export function showRows(rows: readonly WalletDelegation[]): void {
  const keys = new Set(rows.map(rowKeyOf));
  keep(new Set([...hidden].filter((key) => !keys.has(key))));
}

/** Returns the keys of the hidden delegations, and follows them. */
export function useHiddenRows(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(next: ReadonlySet<string>): void {
  hidden = next;
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Storage is blocked or full, so they are hidden for this visit only.
  }
  for (const tell of listeners) tell();
}

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
