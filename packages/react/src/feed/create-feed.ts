/** One stream of changes for all hooks of a page. It opens with the first hook, and closes after the last. */
import type { Client } from '@mandate/sdk';
import { type Chains, createLeastBlocks, type Follower } from '@mandate/sdk/live';
import { focusManager, type QueryClient } from '@tanstack/react-query';
import { createAsking } from './create-asking.ts';
import { createFollowers } from './create-followers.ts';
import { createStream } from './create-stream.ts';
import { dropLate } from './drop-late.ts';
import { createMembers } from './members.ts';

/** Hooks come and go when a page changes: the stream stays open meanwhile. */
const LINGER_MS = 2_000;
/** The stream of a page that nobody sees is closed after this time. */
const HIDDEN_MS = 60_000;

export type Feed = ReturnType<typeof createFeed>;

export function createFeed(queryClient: QueryClient, client: Client) {
  const members = createMembers();
  const floors = createLeastBlocks();
  const asking = createAsking(queryClient, client, floors);
  const followers = createFollowers(asking);
  const stream = createStream(client, followers.events);
  let settling: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let unwatch: (() => void) | null = null;

  /** Opens, widens or closes the stream. */
  function settle(): void {
    if (members.isEmpty()) {
      unwatch?.();
      unwatch = null;
      clearTimeout(hiding);
      stream.close();
    } else {
      unwatch ??= focusManager.subscribe(onFocus);
      stream.open(members.chains());
    }
  }

  function settleIn(ms: number): void {
    clearTimeout(settling);
    settling = setTimeout(settle, ms);
  }

  function onFocus(isFocused: boolean): void {
    clearTimeout(hiding);
    if (isFocused) settle();
    else hiding = setTimeout(stream.close, HIDDEN_MS);
  }

  function join(chains: Chains): () => void {
    const leave = members.add(chains);
    stream.expect();
    // After all hooks of the same rendering have joined.
    settleIn(0);
    return () => {
      leave();
      settleIn(LINGER_MS);
    };
  }

  return {
    isLive: stream.isLive,
    subscribe: stream.subscribe,
    /** Returns the oldest block that an answer may have. */
    floorOf: floors.of,
    changedAt: floors.ofChanges,
    findDoubt: asking.findDoubt,
    /** Tells of a change that the page knows before the feed. */
    tell: asking.onChange,
    /** Keeps the stream open for a hook, until it leaves. */
    join,
    /** Keeps the stream open, too, and passes it on. */
    follow(chains: Chains, follower: Follower): () => void {
      const leave = join(chains);
      const end = followers.add(follower, stream.isLive());
      return () => {
        end();
        leave();
      };
    },
    /** Waits a moment for a stream that is about to begin. */
    async beforeAsking(queryHash: string): Promise<void> {
      await stream.decided();
      if (stream.isLive()) return;
      asking.noteEarly(queryHash);
      const query = queryClient.getQueryCache().get(queryHash);
      if (query) dropLate(queryClient, [query]);
    },
  };
}
