/** A row of the table `webhook_lane`: the place of an endpoint in the log of one chain. */

import type { LogPlace } from '../read/ledger-log.ts';

/** An event outside of the log. It is stored before its first try, so that each retry is the same event. */
export interface AsideEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The change of the lane once it was delivered. */
  readonly effect?: {
    /** The place that the lane goes on from. It is chosen before the receiver reads again, so that no change is between. */
    readonly place?: LogPlace;
    /** A doubt that the receiver knows of from then on, by its key, and its code. `null`: it is over. */
    readonly told?: { readonly key: string; readonly code: string | null };
  };
}

export interface WebhookLane {
  readonly chainId: number;
  /** The log that `number` is a place of. `null` on lane 0. */
  readonly feed: string | null;
  readonly number: number;
  /** The stamp of the change with that number. `null` at the beginning of the log. */
  readonly stamp: string | null;
  readonly version: number;
  readonly aside: AsideEvent | null;
  /** The codes of the doubts that the receiver was told of, by chain or vault. */
  readonly told: Readonly<Record<string, string>>;
  /** Numbers of undoing entries whose change was never sent. */
  readonly cancelled: readonly number[];
  /** The receiver was sent everything up to this block. `null`: it was not told so yet. */
  readonly completeBlock: number | null;
  /** How often the present event failed. */
  readonly failures: number;
  readonly nextTry: Date | null;
  readonly failingEvent: string | null;
  /** The number of the failing change. `null` for an event outside of the log. */
  readonly failingNumber: number | null;
  readonly lastError: string | null;
}

export interface LaneRow {
  readonly endpoint_id: string;
  readonly chain_id: number;
  readonly feed: string | null;
  readonly number: number;
  readonly stamp: string | null;
  readonly version: number;
  readonly aside: AsideEvent | null;
  readonly told: Record<string, string>;
  readonly cancelled: readonly (string | number)[];
  readonly complete_block: number | null;
  readonly failures: number;
  readonly next_try: Date | null;
  readonly failing_event: string | null;
  readonly failing_number: number | null;
  readonly last_error: string | null;
}

export const LANE_COLUMNS = [
  ...['endpoint_id', 'chain_id', 'feed', 'number', 'stamp', 'version', 'aside', 'told', 'cancelled'],
  ...['complete_block', 'failures', 'next_try', 'failing_event', 'failing_number', 'last_error'],
]
  .map((column) => `l.${column}`)
  .join(', ');

export function readLane(row: LaneRow): WebhookLane {
  return {
    chainId: row.chain_id,
    feed: row.feed,
    number: row.number,
    stamp: row.stamp,
    version: row.version,
    aside: row.aside,
    told: row.told,
    cancelled: row.cancelled.map(Number),
    completeBlock: row.complete_block,
    failures: row.failures,
    nextTry: row.next_try,
    failingEvent: row.failing_event,
    failingNumber: row.failing_number,
    lastError: row.last_error,
  };
}

/** Sets the columns of a lane that begins its next event without failures. */
export const NO_FAILURES =
  'failures = 0, next_try = null, failing_event = null, failing_number = null, last_error = null';
