/** Made-up reads of a ledger's log: blocks in which a wallet delegates everything to another one, and revokes it. */
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import type { Checkpoint, FollowedChange, LogPlace, LogRead, LogStart } from '@mandate/store';

const address = (number: number) => parseAddress(`0x${number.toString(16).padStart(40, '0')}`);

export const DELEGATION = createDelegation({
  registry: 'v2',
  kind: 'all',
  rights: FULL_RIGHTS,
  from: address(0xaa),
  to: address(0xbb),
});

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}` as const;

const tx = hashOf(0);

/** The row that a load adds. */
export const ROW = { delegation: DELEGATION, since: { block: 1, log: 0, tx, timestamp: 1_700_000_001 } };

export function checkpointAt(number: number, changed: Partial<Checkpoint> = {}): Checkpoint {
  return {
    chainId: 1,
    head: number,
    safe: 0,
    finalized: 0,
    state: 'following',
    reason: null,
    rewinds: 0,
    registries: null,
    verifiedFrom: 0,
    block: { number, hash: hashOf(number), timestamp: 1_700_000_000 + number },
    heartbeat: number,
    ...changed,
  };
}

export const placeAt = (number: number, feed = 'f'): LogPlace => {
  return { feed, number, stamp: number === 0 ? null : `${feed}${number}` };
};

/** The start of a log at a block. */
export const startAt = (number: number, feed = 'f'): LogStart => {
  return { checkpoint: checkpointAt(number), place: placeAt(number, feed) };
};

/** The delegation is granted at odd blocks and revoked at even ones, so that each block has one change. */
function changeOf(number: number): FollowedChange {
  return {
    number,
    stamp: '00000000-0000-4000-8000-000000000000',
    type: number % 2 ? 'granted' : 'revoked',
    undone: false,
    amountBefore: null,
    delegation: DELEGATION,
    at: { block: number, log: 0, tx },
    began: number % 2 ? null : { block: number - 1, log: 0 },
    timestamp: null,
    restored: null,
  };
}

/** The blocks after one, up to another. */
export function readOf(after: number, until: number, changed: Partial<LogRead> = {}): LogRead {
  return {
    checkpoint: checkpointAt(until),
    changes: Array.from({ length: until - after }, (_, i) => changeOf(after + 1 + i)),
    isOther: false,
    place: placeAt(until),
    complete: true,
    ...changed,
  };
}
