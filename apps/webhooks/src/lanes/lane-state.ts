/** The row of a lane in memory, and how it is written. */
import type { AsideEvent, HeldEndpoint, LaneUpdate, WebhookLane } from '@mandate/store';
import type { Commits } from './commits.ts';

const NOT_BEGUN: Omit<WebhookLane, 'chainId'> = {
  ...{ feed: null, number: 0, stamp: null, version: 0, aside: null, told: {}, cancelled: [] },
  ...{
    completeBlock: null,
    failures: 0,
    nextTry: null,
    failingEvent: null,
    failingNumber: null,
    lastError: null,
  },
};
export const NO_FAILURES = {
  ...{ failures: 0, nextTry: null, failingEvent: null, failingNumber: null, lastError: null },
} as const;
/** No log has this identity. A lane whose place was lost is in it. */
export const LOST = '00000000-0000-0000-0000-000000000000';

export type LaneState = ReturnType<typeof createLaneState>;

export function createLaneState(
  { id: endpointId, fence, lanes }: HeldEndpoint,
  chainId: number,
  commits: Commits,
) {
  const found = lanes.find((lane) => lane.chainId === chainId);
  let row: WebhookLane = NOT_BEGUN_OF(chainId);
  if (found) {
    const { isLost, ...kept } = found;
    row = isLost ? { ...kept, feed: LOST, stamp: null } : kept;
  }
  const update = (): LaneUpdate => ({ ...row, endpointId, fence });

  return {
    row: () => row,
    /** Changes the row in memory only. */
    move(changes: Partial<WebhookLane>): void {
      row = { ...row, ...changes };
    },
    /** Changes the row, and writes it soon. */
    put(changes: Partial<WebhookLane>): void {
      row = { ...row, ...changes };
      commits.put(update());
    },
    /** Stores an event before its first try. Returns whether the lane is still ours. */
    decide(aside: AsideEvent): Promise<boolean> {
      row = { ...row, aside };
      return commits.persist(update());
    },
  };
}

const NOT_BEGUN_OF = (chainId: number): WebhookLane => ({ chainId, ...NOT_BEGUN });
