/** A true sliding window that all processes share. Requests of one turn of the event loop share a question to Redis. */
import { messageOf } from '@mandate/core';
import type { Result } from 'ioredis';
import type { Logger } from 'pino';
import { ADMIT } from './admit-script.ts';
import { CONNECT_TIMEOUT_MS, connectRedis, pause, reconnect, within } from './redis.ts';
import { ANONYMOUS, type Bucket, type Decision, WINDOW_MS } from './window.ts';

const PREFIX = 'mandate:limit:';
/** No client: only whether Redis counts. */
const PROBE: LimitQuestion = { buckets: [{ id: 'probe', policy: ANONYMOUS }], units: 1, whole: 1 };
const PROBE_EVERY_MS = 100;
/** Redis runs one script at a time: none of ours is long. */
const MAX_AT_ONCE = 200;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    admit(buckets: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

export type RedisLimiter = Awaited<ReturnType<typeof createRedisLimiter>>;

interface LimitQuestion {
  readonly buckets: readonly Bucket[];
  readonly units: number;
  readonly whole: number;
}

type Waiting = LimitQuestion & { readonly resolve: (decisions: Decision[] | null) => void };

/** Resolves when Redis counts, or after a second without it: the service starts all the same. */
export async function createRedisLimiter(url: string, log: Logger) {
  let isCounting = false;
  let isClosed = false;
  let losses = 0;
  let lastError = 'It did not answer.';
  let waiting: Waiting[] = [];
  const redis = await connectRedis(url);
  redis.defineCommand('admit', { lua: ADMIT });
  redis.on('error', (error: Error) => {
    lastError = error.message;
  });
  redis.on('close', () => lose('The connection was closed.'));

  function ask(asked: readonly LimitQuestion[]): Promise<number[]> {
    const keys = asked.flatMap(({ buckets }) => buckets.map(({ id }) => PREFIX + id));
    const units = asked.flatMap(({ buckets, units, whole }) =>
      buckets.flatMap(({ policy }, i) => [policy.limit, units, whole, buckets.length - i]),
    );
    return within(redis.admit(keys.length, ...keys, WINDOW_MS * 1_000, ...units));
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await ask(batch);
      let read = 0;
      for (const { buckets, resolve } of batch) resolve(buckets.map(() => readDecision(answers, read++)));
    } catch (error) {
      lose(messageOf(error));
      for (const { resolve } of batch) resolve(null);
    }
  }

  function sendAll(): void {
    const all = waiting;
    waiting = [];
    for (let i = 0; i < all.length; i += MAX_AT_ONCE) void send(all.slice(i, i + MAX_AT_ONCE));
  }

  function lose(error: string): void {
    if (!isCounting || isClosed) return;
    isCounting = false;
    losses++;
    log.warn({ error }, 'Redis is away: this process counts requests alone');
    reconnect(redis);
    void regain();
  }

  /** Asks in the background, so that no request waits for a Redis that is away. */
  async function regain(): Promise<void> {
    while (!isCounting && !isClosed) {
      if (await canCount()) {
        isCounting = !isClosed;
        log.info('Redis counts requests');
      } else await pause(PROBE_EVERY_MS);
    }
  }

  async function canCount(): Promise<boolean> {
    if (redis.status !== 'ready') return false;
    try {
      await ask([PROBE]);
      return true;
    } catch (error) {
      lastError = messageOf(error);
      reconnect(redis);
      return false;
    }
  }

  await Promise.race([regain(), pause(CONNECT_TIMEOUT_MS)]);
  if (!isCounting) log.warn({ error: lastError }, 'Redis is away: this process counts requests alone');

  return {
    isCounting: () => isCounting,
    /** Returns how often Redis went away. */
    losses: () => losses,
    /** `null` if Redis does not say. */
    admit(buckets: readonly Bucket[], units: number, whole: number): Promise<Decision[] | null> {
      return new Promise((resolve) => {
        if (waiting.push({ buckets, units, whole, resolve }) === 1) setImmediate(sendAll);
      });
    },
    close() {
      isClosed = true;
      isCounting = false;
      redis.disconnect();
    },
  };
}

function readDecision(answers: readonly number[], index: number): Decision {
  const [remaining = 0, waitUs = 0, retryUs = 0] = answers.slice(3 * index, 3 * index + 3);
  return { admitted: retryUs === 0, remaining, waitMs: waitUs / 1_000, retryMs: retryUs / 1_000 };
}
