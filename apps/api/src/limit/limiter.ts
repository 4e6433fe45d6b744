/** Redis decides for all processes; without it, each decides for itself. */
import type { MemoryLimiter } from './memory-limiter.ts';
import type { RedisLimiter } from './redis-limiter.ts';
import type { Decision } from './window.ts';

export interface Limiter {
  admit(client: string): Promise<Decision>;
}

/**
 * What Redis admits is remembered here as well, by when it was asked, which is never later than when Redis counted it.
 * So this process refuses for itself only what Redis would, a flood costs no question to Redis, and when Redis goes
 * or comes back empty, no process admits more than the limit by itself.
 */
export function createLimiter(
  memory: MemoryLimiter,
  redis: Pick<RedisLimiter, 'isCounting' | 'admit'> | null,
  // Nobody sets this clock.
  now: () => number = () => performance.now(),
): Limiter {
  return {
    async admit(client) {
      const askedAtMs = now();
      const refusal = memory.findRefusal(client, askedAtMs);
      if (refusal) return refusal;
      if (!redis?.isCounting()) return memory.admit(client, askedAtMs);
      const decision = await redis.admit(client);
      if (!decision) return memory.admit(client, now());
      if (decision.admitted) memory.record(client, askedAtMs);
      return decision;
    },
  };
}
