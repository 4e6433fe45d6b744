/** Turns the stream of changes into what a picker no longer knows, and into when it asks again. */
import type { ChainDoubt } from '../generated/changes.ts';
import type { Address } from '../hex.ts';
import type { Follower } from '../live/follow.ts';
import { createLeastBlocks } from '../live/least-blocks.ts';
import { keyOf } from './question.ts';

/** Changes that come together are one reason to ask again. */
const TOGETHER_MS = 30;
/** Another server of the service may still be on the branch that a reorg removed. */
const LATER_MS = 2_000;

interface Listener {
  askIn(ms: number): void;
  /** A delegation of the wallet changed. */
  onChange(): void;
  onDoubts(doubts: readonly ChainDoubt[]): void;
}

export function createFollower(wallet: Address, { askIn, onChange, onDoubts }: Listener) {
  const own = keyOf(wallet);
  const floors = createLeastBlocks();
  /** The vaults that changed, and from when on an answer has the change. */
  const changed = new Map<string, number>();
  let isLive = false;
  let doubts: readonly ChainDoubt[] = [];

  function setLive(next: boolean): void {
    isLive = next;
    // Something may have changed that the stream did not have.
    askIn(TOGETHER_MS);
  }

  function doubt(next: readonly ChainDoubt[]): void {
    if (JSON.stringify(next) === JSON.stringify(doubts)) return;
    doubts = next;
    onDoubts(next);
    askIn(TOGETHER_MS);
  }

  const follower: Follower = {
    onStart(reached) {
      floors.begin(reached);
      setLive(true);
    },
    onResume: () => setLive(true),
    onChange({ chainId, block, undone, from, to }) {
      const [giver, receiver] = [keyOf(from), keyOf(to)];
      if (giver !== own && receiver !== own) return;
      floors.move({ chainId, block, undone });
      if (giver !== own) changed.set(giver, Date.now() + (undone ? LATER_MS : 0));
      if (undone) setTimeout(askIn, LATER_MS, 0);
      onChange();
      askIn(TOGETHER_MS);
    },
    onUnknown: (next) => doubt(next ?? []),
    onBreak() {
      setLive(false);
      doubt([]);
    },
  };
  return {
    follower,
    floorOf: floors.of,
    isLive: () => isLive,
    listChanged: (): ReadonlySet<string> => new Set(changed.keys()),
    /** Takes over answers to questions that were asked at this time. */
    settle(askedMs: number): void {
      for (const [key, since] of changed) if (since <= askedMs) changed.delete(key);
    },
  };
}
