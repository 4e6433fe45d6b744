/** Settles what an attempt means for its lane, and for its endpoint. */
import type { WebhookLane } from '@mandate/store';
import type { Outcome } from '../deliver/deliverer.ts';
import { type LaneState, NO_FAILURES } from './lane-state.ts';
import type { EndpointWork, LaneParts } from './parts.ts';

interface Tried {
  readonly work: EndpointWork;
  readonly parts: Pick<LaneParts, 'store' | 'worker'>;
  readonly state: LaneState;
  readonly event: { readonly id: string; readonly type: string };
  /** The number of the change. `null` for an event outside of the log. */
  readonly number: number | null;
}

/** `delivered` returns what is different after the event was delivered. Returns whether there may be more to do at once. */
export async function settleOutcome(
  outcome: Outcome,
  tried: Tried,
  delivered: () => Partial<WebhookLane>,
): Promise<boolean> {
  const { work, state, event } = tried;
  switch (outcome.type) {
    case 'delivered':
      state.put({ ...NO_FAILURES, aside: null, ...delivered() });
      return true;
    case 'failed':
      noteFailure(outcome, tried);
      if (outcome.retryMs === null)
        await endWork(
          tried,
          'paused',
          `${event.type} ${event.id} was not delivered after the last try: ${outcome.error}`,
        );
      return false;
    case 'gone':
      await endWork(tried, 'off', 'The URL answered 410: it wants no more events.');
      return false;
    default:
      return work.state === 'active';
  }
}

export function noteFailure(
  { error, retryMs }: Extract<Outcome, { type: 'failed' }>,
  { state, event, number }: Tried,
): void {
  state.put({
    ...{ failures: state.row().failures + 1, lastError: error },
    nextTry: retryMs === null ? null : new Date(Date.now() + retryMs),
    ...{ failingEvent: event.id, failingNumber: number },
  });
}

/** Ends the work for an endpoint, unless its owner has changed its state meanwhile. */
async function endWork({ work, parts }: Tried, to: 'paused' | 'off', reason: string): Promise<void> {
  await parts.store.settle(parts.worker, work.held, work.state, to, reason);
  work.state = to;
}
