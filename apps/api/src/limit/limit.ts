/** Requests without a key: 25 in any 10 seconds a client, over all processes together. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { LimitConfig } from '../config.ts';
import { ProblemError } from '../problems.ts';
import type { FindHolder } from './holder.ts';
import { createLimiter } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { createRedisLimiter } from './redis-limiter.ts';
import { type Decision, LIMIT, POLICY, presentLimit, secondsOf, WINDOW_MS } from './window.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many requests it counts as. Without it, one. */
    units?: (request: FastifyRequest) => number;
    /** How many it counts as is known with its body. One is counted before that is read, the others by the route itself. */
    countsRest?: true;
  }
}

/**
 * Counts what is left of so many when one was counted before the body was read, and refuses the request where that is too
 * much: the one stays counted. A request with a valid key is not counted.
 */
export type CountRest = (request: FastifyRequest, reply: FastifyReply, units: number) => Promise<void>;

/** Comes after the check of keys, and before the operations. */
export async function addLimit(
  app: FastifyInstance,
  { redisUrl }: LimitConfig,
  { findHolder, registry, log }: { findHolder: FindHolder; registry: Registry; log: Logger },
): Promise<CountRest> {
  const redis = redisUrl === null ? null : await createRedisLimiter(redisUrl, log);
  const limiter = createLimiter(createMemoryLimiter(), redis);
  const registers = [registry];
  const refused = new Counter({
    name: 'mandate_api_limit_refused_total',
    help: 'Requests without a key that were refused with 429',
    registers,
  });
  new Counter({
    name: 'mandate_api_limit_redis_lost_total',
    help: 'How often Redis went away, so that this process counted alone',
    registers,
    collect() {
      this.reset();
      this.inc(redis?.losses() ?? 0);
    },
  });
  new Gauge({
    name: 'mandate_api_limit_shared',
    help: '1: Redis counts requests without a key for all processes. 0: this process counts alone',
    // Of several behind one port, the one that counts alone is the one to hear of.
    aggregator: 'min',
    registers,
    collect() {
      this.set(redis?.isCounting() ? 1 : 0);
    },
  });

  const admit = (request: FastifyRequest, units: number, whole: number) =>
    limiter.admit(findHolder(request)?.client ?? '', units, whole);

  app.addHook('onRequest', (request, reply, done) => {
    const { weight, units = () => 1, countsRest } = request.routeOptions.config;
    if (!weight || request.apiKey) return done();
    const cost = units(request);
    // A batch that is refused unread may cost all that there is: its client is told when that is admitted.
    const whole = countsRest ? LIMIT : cost;
    admit(request, cost, whole).then(
      (decision) => done(answer(reply, decision, countsRest ? null : cost)),
      done,
    );
  });

  /** Says what is left, and refuses when that is too little. Null: how many units it is was not read. */
  function answer(reply: FastifyReply, decision: Decision, units: number | null): ProblemError | undefined {
    reply.header('ratelimit-policy', POLICY);
    reply.header('ratelimit', presentLimit(decision));
    if (decision.admitted) return undefined;
    refused.inc();
    const retryS = secondsOf(decision.retryMs);
    return new ProblemError('rate_limited', describe(decision, units, retryS), undefined, retryS);
  }

  app.addHook('onClose', async () => redis?.close());

  return async (request, reply, units) => {
    if (request.apiKey || units === 1) return;
    const problem = answer(reply, await admit(request, units - 1, units), units);
    if (problem) throw problem;
  };
}

function describe({ remaining }: Decision, units: number | null, retryS: number): string {
  const asked = `${LIMIT} requests in ${WINDOW_MS / 1_000} seconds`;
  if (units === null) return `${asked} were answered; a batch of any size will be in ${retryS}.`;
  if (units === 1) return `${asked} were answered; the next will be in ${retryS}.`;
  return `This counts as ${units} of ${asked}, and ${remaining} are left; it will be answered in ${retryS}.`;
}
