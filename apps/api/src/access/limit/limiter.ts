/** Redis decides for all processes; without it, each decides for itself. */
import type { MemoryLimiter } from './memory-limiter.ts';
import type { RedisLimiter } from './redis-limiter.ts';
import type { Bucket, Decision } from './window.ts';

export type Limiter = ReturnType<typeof createLimiter>;
type Decisions = readonly Decision[];

export const isAdmitted = (decisions: Decisions) => decisions.every(({ admitted }) => admitted);

/**
 * Requests that Redis admits are also recorded here, at the time they were asked, which is never later than when Redis counted them.
 * So this process refuses for itself only what Redis would, a flood costs no question to Redis, and when Redis goes
 * or comes back empty, no process admits more than the limit by itself.
 */
export function createLimiter(
  memory: MemoryLimiter,
  redis: Pick<RedisLimiter, 'isCounting' | 'admit'> | null,
  // Nobody sets this clock.
  now: () => number = () => performance.now(),
) {
  type LimitQuestion = readonly [buckets: readonly Bucket[], units: number, whole: number];

  const look = ([buckets, units, whole]: LimitQuestion, atMs: number) =>
    buckets.map(({ id, policy }) => memory.look(id, units, atMs, whole, policy.limit));

  function countHere(asked: LimitQuestion, atMs: number, seen = look(asked, atMs)): Decisions {
    if (!isAdmitted(seen)) return seen;
    const [buckets, units, whole] = asked;
    return buckets.map(({ id, policy }) => memory.admit(id, units, atMs, whole, policy.limit));
  }

  async function askRedis(asked: LimitQuestion, seen: Decisions, askedAtMs: number): Promise<Decisions> {
    const [buckets, units, whole] = asked;
    const said = await redis?.admit(buckets, units, whole);
    if (!said) return countHere(asked, now());
    if (!isAdmitted(said)) return said;
    // Redis knows better when there is room, unless it has forgotten.
    if (!isAdmitted(seen)) return seen;
    for (const { id } of buckets) memory.record(id, units, askedAtMs);
    return said;
  }

  return {
    /**
     * Counts all units under all buckets, or nothing, and returns a decision for each. The units may be a part of a whole, as of
     * a batch that is not read yet: a refusal says when the whole would be admitted. Returns a promise only if Redis is asked.
     */
    admit(buckets: readonly Bucket[], units: number, whole = units): Decisions | Promise<Decisions> {
      const asked: LimitQuestion = [buckets, units, whole];
      const askedAtMs = now();
      const seen = look(asked, askedAtMs);
      if (seen.some(isCertain)) return seen;
      return redis?.isCounting() ? askRedis(asked, seen, askedAtMs) : countHere(asked, askedAtMs, seen);
    },
  };
}

/** Tells whether this process can refuse alone: with nothing left here, it also knows when there will be room. */
function isCertain({ admitted, remaining }: Decision): boolean {
  return !admitted && remaining === 0;
}
