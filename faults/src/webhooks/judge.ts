/** Judges what an honest endpoint was sent against the log that the ledger has in the end. */
import type { Address } from '@mandate/core';
import type { Entry, PlayedLedger } from './played-ledger.ts';
import type { Received } from './receivers.ts';

export interface Subscription {
  readonly path: string;
  /** `null`: no filter. */
  readonly vault: Address | null;
  readonly mark: 'latest' | 'safe';
}

/** Returns what is wrong, or null. */
export function findFault(
  { path, vault, mark }: Subscription,
  received: readonly Received[],
  log: readonly Entry[],
  history: PlayedLedger['history'],
): string | null {
  const own = log.filter((entry) => vault === null || entry.vault === vault);
  const wanted =
    mark === 'latest'
      ? own
      : own.filter(({ undone, contract, chainId }) => !undone && stands(own, chainId, contract));
  const changes = received.filter(({ contract }) => contract !== null);
  const ids = new Set(changes.map(({ id }) => id));
  const missing = wanted.filter(({ id }) => !ids.has(id));
  if (missing.length > 0)
    return `${path} was not sent ${missing.length} of ${wanted.length} changes: ${missing[0]?.id}.`;
  const places = new Map(own.map(({ id }, index) => [id, index]));
  const strange = changes.find(({ id }) => !places.has(id) && !history.ever.has(id));
  if (strange) return `${path} was sent a change that never was in the log: ${strange.id}.`;
  return (
    findDisorder(path, changes, places) ??
    findDifferent(path, received) ??
    findUnsent(path, mark, changes) ??
    findUntold(path, received, history)
  );
}

/** With the mark `safe`, only what stands in the end has to have been sent. */
function stands(own: readonly Entry[], chainId: number, contract: Address): boolean {
  const last = own.findLast((entry) => entry.chainId === chainId && entry.contract === contract);
  return last?.undone === false;
}

/** Changes that come for the first time come in the order of the log, chain by chain. */
function findDisorder(
  path: string,
  changes: readonly Received[],
  places: ReadonlyMap<string, number>,
): string | null {
  const seen = new Set<string>();
  const newest = new Map<number, number>();
  for (const { id, chainId } of changes) {
    const place = places.get(id);
    if (place === undefined || seen.has(id)) continue;
    seen.add(id);
    if (place < (newest.get(chainId) ?? -1)) return `${path} was sent ${id} after a later change.`;
    newest.set(chainId, place);
  }
  return null;
}

function findDifferent(path: string, received: readonly Received[]): string | null {
  const texts = new Map<string, string>();
  for (const { id, text } of received) {
    if (texts.has(id) && texts.get(id) !== text) return `${path} was sent two events with the id ${id}.`;
    texts.set(id, text);
  }
  return null;
}

/** A change that is undone was sent before. */
function findUnsent(path: string, mark: Subscription['mark'], changes: readonly Received[]): string | null {
  if (mark === 'latest') return null;
  const sent = new Set<string>();
  for (const { type, chainId, contract, id } of changes) {
    if (type === 'delegation.undone' && !sent.has(`${chainId} ${contract}`))
      return `${path} was sent ${id}, which undoes what it was never sent.`;
    sent.add(`${chainId} ${contract}`);
  }
  return null;
}

/** Each rewritten log is told of before any change that was written since. One event may tell of several. */
function findUntold(
  path: string,
  received: readonly Received[],
  { resets, ever }: PlayedLedger['history'],
): string | null {
  for (const [index, { chainId, vault, atMs }] of resets.entries()) {
    const own = received.filter((each) => each.chainId === chainId);
    const told = own.findIndex(
      ({ type, vaults, atMs: receivedMs }) =>
        type === 'delegation.reset' &&
        receivedMs >= atMs &&
        (vaults === null || (vault !== null && vaults.includes(vault))),
    );
    const what = `that the log of ${chainId} was rewritten for ${vault ?? 'all wallets'}`;
    if (told < 0) return `${path} was not told ${what}.`;
    const early = own.slice(0, told).find((each) => isSince(each, index, ever));
    if (early) return `${path} was sent ${early.id} before it was told ${what}.`;
  }
  return null;
}

/** Returns whether a change was written after a reset. */
const isSince = ({ id, contract }: Received, reset: number, ever: ReadonlyMap<string, number>) =>
  contract !== null && (ever.get(id) ?? Number.POSITIVE_INFINITY) > reset;
