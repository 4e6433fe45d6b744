/** Decides which of the processes that share a folder follows the ledger: the one that holds the lease. */
import type { Database } from 'lmdb';
import { elapsedMs, type Moment, now } from './clock.ts';

const FOLLOWER = Buffer.from('follower');
/** A follower that did not renew its lease for this long is replaced, before checks leave a read model that is behind. */
const LEASE_MS = 1_500;
const RENEW_AFTER_MS = 300;

export function createLease(facts: Database<Buffer, Buffer>, write: <T>(work: () => T) => T) {
  function findFollower(): { readonly by: string; readonly heard: Moment } | null {
    const found = facts.getBinary(FOLLOWER);
    return found ? JSON.parse(found.toString()) : null;
  }

  /** Returns whether another process follows the ledger. */
  function isFollowedByAnother(by: string): boolean {
    const follower = findFollower();
    return follower !== null && follower.by !== by && (elapsedMs(follower.heard) ?? LEASE_MS) < LEASE_MS;
  }

  /** Makes this process the follower, or renews its lease. Returns false if another follows. */
  function holdLease(by: string): boolean {
    const follower = findFollower();
    const isRecent = follower?.by === by && (elapsedMs(follower.heard) ?? LEASE_MS) < RENEW_AFTER_MS;
    if (isRecent) return true;
    return write(() => {
      if (isFollowedByAnother(by)) return false;
      facts.putSync(FOLLOWER, Buffer.from(JSON.stringify({ by, heard: now() })));
      return true;
    });
  }

  /** Lets another process follow at once. */
  function endLease(by: string): void {
    write(() => {
      if (findFollower()?.by === by) facts.removeSync(FOLLOWER);
    });
  }

  return { isFollowedByAnother, holdLease, endLease };
}
