/** Redis decides for all processes; without it, each decides for itself. */
import type { MemoryLimiter } from './memory-limiter.ts';
import type { RedisLimiter } from './redis-limiter.ts';
import type { Decision } from './window.ts';

export interface Limiter {
  /** All of the units, or none. */
  admit(client: string, units: number): Promise<Decision>;
  /** Null: as far as this process knows, the client has some left. Else when so many units would be admitted. */
  findRefusal(client: string, units: number): Decision | null;
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
    async admit(client, units) {
      const askedAtMs = now();
      const refusal = memory.findRefusal(client, units, askedAtMs);
      if (refusal && isCertain(refusal)) return refusal;
      if (!redis?.isCounting()) return memory.admit(client, units, askedAtMs);
      const decision = await redis.admit(client, units);
      if (!decision) return memory.admit(client, units, now());
      // Redis knows better when there is room, unless it has forgotten.
      if (refusal) return decision.admitted ? refusal : decision;
      if (decision.admitted) memory.record(client, units, askedAtMs);
      return decision;
    },
    findRefusal(client, units) {
      const refusal = memory.findRefusal(client, units, now());
      return refusal && isCertain(refusal) ? refusal : null;
    },
  };
}

/** Of a client that has nothing left here: then all that counts is known here, and so is when it is over. */
function isCertain({ remaining }: Decision): boolean {
  return remaining === 0;
}
