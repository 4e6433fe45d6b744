/** Connects to Redis, and gives up on answers that take too long. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/**
 * A request waits for Redis a quarter of a second, once; then it is away, until it has answered us in the background.
 * On a machine that is short of processors Redis is now and then this late: to count alone is worse than to wait.
 */
const TICK_MS = 25;
const TICKS = 10;
/** Steps of connecting, and of parting from a Redis that says nothing. */
export const CONNECT_TIMEOUT_MS = 1_000;
const DISCONNECT_TIMEOUT_MS = 500;
const MAX_RETRY_MS = 500;

/** Commands fail at once while there is no connection: a request that waited for one would have waited for nothing. */
export async function connectRedis(url: string): Promise<Redis> {
  // Loaded only where there is a Redis.
  const { Redis } = await import('ioredis');
  return new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    // None of our commands takes as long: this is for those of the handshake.
    commandTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RETRY_MS),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  });
}

/** Does not keep the process from ending. */
export const pause = (ms: number) => delay(ms, undefined, { ref: false });

/** Opens another connection: this one may never answer again. */
export function reconnect(redis: Redis): void {
  // In any other state it is on its way already, and would stop for good.
  if (redis.status === 'ready') redis.disconnect(true);
}

/**
 * The time is taken in ticks, each begun after the last: however long this process, or the whole machine, was held up,
 * that is one tick. And what has arrived meanwhile is read before Redis is blamed.
 */
export function within<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let ticks = 0;
    const giveUp = () => reject(new Error(`No answer within ${TICKS * TICK_MS} ms.`));
    const tick = () => {
      if (++ticks === TICKS) setImmediate(giveUp);
      else timer = setTimeout(tick, TICK_MS);
    };
    let timer = setTimeout(tick, TICK_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
