/** Redis decides for all processes; without it, each decides for itself. */
import type { MemoryLimiter } from './memory-limiter.ts';
import type { RedisLimiter } from './redis-limiter.ts';
import type { Decision } from './window.ts';

export interface Limiter {
  /**
   * Counts all of the units, or none. A refusal says when the whole would be admitted, of which the units are a part:
   * of a batch one unit is counted before it is read, and the others after.
   */
  admit(client: string, units: number, whole?: number): Promise<Decision>;
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
    async admit(client, units, whole = units) {
      const askedAtMs = now();
      const refusal = memory.findRefusal(client, units, askedAtMs, whole);
      if (refusal && isCertain(refusal)) return refusal;
      if (!redis?.isCounting()) return memory.admit(client, units, askedAtMs, whole);
      const decision = await redis.admit(client, units, whole);
      if (!decision) return memory.admit(client, units, now(), whole);
      // Redis knows better when there is room, unless it has forgotten.
      if (refusal) return decision.admitted ? refusal : decision;
      if (decision.admitted) memory.record(client, units, askedAtMs);
      return decision;
    },
  };
}

/** Of a client that has nothing left here: then all that counts is known here, and so is when it is over. */
function isCertain({ remaining }: Decision): boolean {
  return remaining === 0;
}
