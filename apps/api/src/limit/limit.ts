/** Requests without a key: 25 in any 10 seconds a client, over all processes together. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { LimitConfig } from '../config.ts';
import { ProblemError } from '../problems.ts';
import { clientOf } from './client.ts';
import { createLimiter } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { createRedisLimiter } from './redis-limiter.ts';
import { type Decision, LIMIT, POLICY, presentLimit, WINDOW_MS, waitSecondsOf } from './window.ts';

/** Comes after the check of keys, and before the operations. */
export async function addLimit(
  app: FastifyInstance,
  { redisUrl, trustedHops }: LimitConfig,
  { registry, log }: { registry: Registry; log: Logger },
): Promise<void> {
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
    registers,
    collect() {
      this.set(redis?.isCounting() ? 1 : 0);
    },
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.weight || request.apiKey) return done();
    const { socket, headers } = request.raw;
    const client = clientOf(socket.remoteAddress, headers['x-forwarded-for'], trustedHops);
    limiter.admit(client).then((decision) => done(answer(reply, decision)), done);
  });

  /** Says what is left, and refuses when nothing is. */
  function answer(reply: FastifyReply, decision: Decision): ProblemError | undefined {
    reply.header('ratelimit-policy', POLICY);
    reply.header('ratelimit', presentLimit(decision));
    if (decision.admitted) return undefined;
    refused.inc();
    const waitS = waitSecondsOf(decision);
    const detail = `${LIMIT} requests in ${WINDOW_MS / 1_000} seconds were answered; the next will be in ${waitS}.`;
    return new ProblemError('rate_limited', detail, undefined, waitS);
  }

  app.addHook('onClose', async () => redis?.close());
}
