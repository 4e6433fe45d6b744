/** Passes the one stream of a page on to others than its hooks. */
import type { ChainDoubt } from '@mandate/sdk';
import type { Follower } from '@mandate/sdk/live';
import type { StreamEvents } from './create-stream.ts';

export function createFollowers(first: StreamEvents) {
  const followers = new Set<Follower>();
  let doubts: readonly ChainDoubt[] = [];
  const tell = (pass: (follower: Follower) => void) => followers.forEach(pass);

  const events: StreamEvents = {
    onStart(reached) {
      first.onStart(reached);
      tell((follower) => follower.onStart(reached));
    },
    onResume() {
      first.onResume();
      tell((follower) => follower.onResume());
    },
    onChange(change) {
      first.onChange(change);
      tell((follower) => follower.onChange(change));
    },
    onUnknown(unknown) {
      first.onUnknown(unknown);
      doubts = unknown ?? [];
      tell((follower) => (unknown ? follower.onUnknown(unknown) : follower.onBreak()));
    },
    onLost: first.onLost,
  };

  return {
    events,
    add(follower: Follower, isLive: boolean): () => void {
      followers.add(follower);
      if (isLive) {
        follower.onUnknown(doubts);
        follower.onStart([]);
      }
      return () => void followers.delete(follower);
    },
  };
}
