/** Looks which chains and vaults are in doubt, once for all streams, for as long as one is open. */

import { checksum } from '@mandate/read-model/checksum';
import type { Doubt, Doubts, ReadDoubts } from './read-doubts.ts';

/** A chain falls silent without a notification. */
const LOOK_EVERY_MS = 500;

export type DoubtWatch = ReturnType<typeof createDoubtWatch>;

export function createDoubtWatch(read: ReadDoubts) {
  const listeners = new Set<() => void>();
  let last: Doubts = { doubts: new Map(), blocks: new Map() };
  let looking: Promise<Doubts> | null = null;
  let isFollowing = false;

  function look(): Promise<Doubts> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function lookNow(): Promise<Doubts> {
    const before = last.doubts;
    last = await read();
    const { doubts } = last;
    const hasMoved = (key: string) => before.get(key)?.code !== doubts.get(key)?.code;
    if ([...before.keys(), ...doubts.keys()].some(hasMoved)) for (const listener of listeners) listener();
    return last;
  }

  async function follow(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    while (listeners.size > 0) {
      await look();
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    }
    isFollowing = false;
  }

  return {
    look,
    /** Returns what was in doubt at the last look. */
    last: () => last,
    /** Notifies of every change, until the function that it returns is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      void follow();
      return () => void listeners.delete(listener);
    },
  };
}

/** Writes a doubt as pages and events have it. With `known`: the chain is known again up to that block. */
export function presentDoubt(
  { chainId, vault, ...doubt }: Doubt,
  known: { block: number | null } | null = null,
) {
  const { block } = known ?? doubt;
  const code = known ? null : doubt.code;
  return { chainId, known: known !== null, code, block, vault: vault && checksum(vault) };
}
