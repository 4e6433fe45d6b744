/** Makes one attempt to deliver an event: within the ceilings of the owner, in a slot, signed, and noted. */
import { setTimeout as delay } from 'node:timers/promises';
import { openSecret, type VersionedSecret } from '@mandate/config';
import type { Finished, HeldEndpoint } from '@mandate/store';
import { ALIVE, type WebhookEvent } from '../event.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { OwnerCeilings } from './owner-ceilings.ts';
import { parseRetryAfter, retryDelayMs } from './retry-plan.ts';
import type { Answer, Send } from './send.ts';
import { signEvent } from './sign.ts';
import type { Slots } from './slots.ts';

/** A receiver that takes longer shares its slots with those that fail. */
const SLOW_MS = 2_000;
const GONE = 410;
const USER_AGENT = 'mandate-webhooks';

export type Outcome =
  | { readonly type: 'delivered' }
  /** `retryMs` is null after the last try. */
  | { readonly type: 'failed'; readonly error: string; readonly retryMs: number | null }
  | { readonly type: 'gone' }
  /** The endpoint is stopped, so nothing was sent. */
  | { readonly type: 'stopped' };

/** The endpoint that an attempt is for. */
export interface Target {
  readonly held: HeldEndpoint;
  /** The last attempt failed, or took long. */
  isSuspect: boolean;
  isStopped: boolean;
}

/** The event that an attempt sends, and how often it failed before. */
export interface Attempt {
  readonly chainId: number;
  readonly event: WebhookEvent;
  /** How often the event failed before. */
  readonly failures: number;
  /** Returns what is wrong with the body of an answer. `null`: nothing. */
  readonly judge?: (body: string) => string | null;
}

export interface DelivererOptions {
  readonly send: Send;
  readonly slots: Slots;
  readonly ceilings: OwnerCeilings;
  /** Attempts are noted there. */
  readonly commits: { note(attempt: Finished): void };
  readonly keys: readonly VersionedSecret[];
  readonly metrics: Pick<Metrics, 'tried'>;
}

export type Deliverer = ReturnType<typeof createDeliverer>;

export function createDeliverer({ send, slots, ceilings, commits, keys, metrics }: DelivererOptions) {
  async function deliver(work: Target, attempt: Attempt): Promise<Outcome> {
    const { held } = work;
    const { event, failures, chainId, judge } = attempt;
    await waitForCeiling(work, event.body.length);
    const give = await slots.take({ owner: held.owner, isSuspect: work.isSuspect });
    try {
      if (work.isStopped) return { type: 'stopped' };
      const at = new Date();
      const signature = signEvent(secretsOf(work), event.id, event.body, at.getTime());
      const headers = { ...signature, 'content-type': 'application/json', 'user-agent': USER_AGENT };
      const answer = await send({ url: held.url, headers, body: event.body });
      const error = findError(answer, judge);
      const { status, ms, body } = answer;
      const noted = { chainId, eventId: event.id, type: event.type, attempt: failures + 1 };
      // Nine of ten attempts would be heartbeats that went well.
      if (error !== null || failures > 0 || event.type !== ALIVE)
        commits.note({ endpointId: held.id, at, ...noted, status, error, ms, body });
      metrics.tried(error === null ? 'delivered' : 'failed', ms);
      work.isSuspect = error !== null || ms > SLOW_MS;
      if (error === null) return { type: 'delivered' };
      if (status === GONE) return { type: 'gone' };
      const retryMs = retryDelayMs(failures + 1, parseRetryAfter(answer.retryAfter, Date.now()));
      return { type: 'failed', error, retryMs };
    } finally {
      give();
    }
  }

  async function waitForCeiling(work: Target, bytes: number): Promise<void> {
    let ms = ceilings.count(work.held.owner, bytes);
    for (; ms > 0 && !work.isStopped; ms -= SLOW_MS) await delay(Math.min(ms, SLOW_MS));
  }

  /** The newest secret comes first. Opened for each attempt, so that none stays in memory. */
  function secretsOf({ held: { id, secret, oldSecret, oldSecretUntil } }: Target): string[] {
    const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil.getTime() > Date.now();
    return [secret, ...(isOldValid ? [oldSecret] : [])].map((sealed) => openSecret(keys, id, sealed));
  }

  return { deliver };
}

function findError({ status, body, error }: Answer, judge: Attempt['judge']): string | null {
  if (error !== null) return error;
  if (status === null || status < 200 || status > 299) return `The answer was ${status}.`;
  return judge?.(body) ?? null;
}
