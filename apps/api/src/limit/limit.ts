/** Requests without a key: 25 in any 10 seconds a client, over all processes together. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { LimitConfig } from '../config.ts';
import { ProblemError } from '../problems.ts';
import { clientOf } from './client.ts';
import { createLimiter } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { createRedisLimiter } from './redis-limiter.ts';
import { type Decision, LIMIT, POLICY, presentLimit, secondsOf, WINDOW_MS } from './window.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it costs is known with its body: the route itself counts it. */
    countsItself?: true;
  }
}

/** Counts a request as so many, and refuses it where that is too much. One with a valid key is not counted. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply, units: number) => Promise<void>;

/** Comes after the check of keys, and before the operations. */
export async function addLimit(
  app: FastifyInstance,
  { redisUrl, trustedHops }: LimitConfig,
  { registry, log }: { registry: Registry; log: Logger },
): Promise<CountRequest> {
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

  const findClient = ({ raw: { socket, headers } }: FastifyRequest) =>
    clientOf(socket.remoteAddress, headers['x-forwarded-for'], trustedHops);

  app.addHook('onRequest', (request, reply, done) => {
    const { weight, countsItself } = request.routeOptions.config;
    if (!weight || request.apiKey) return done();
    const client = findClient(request);
    if (!countsItself) {
      limiter.admit(client, 1).then((decision) => done(answer(reply, decision, 1)), done);
      return;
    }
    // Who may not ask anything need not send it all. What it costs is not known then, and may be all that there is.
    const refusal = limiter.findRefusal(client, LIMIT);
    done(refusal ? answer(reply, refusal, null) : undefined);
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
    if (request.apiKey) return;
    const problem = answer(reply, await limiter.admit(findClient(request), units), units);
    if (problem) throw problem;
  };
}

function describe({ remaining }: Decision, units: number | null, retryS: number): string {
  const asked = `${LIMIT} requests in ${WINDOW_MS / 1_000} seconds`;
  if (units === null) return `${asked} were answered; a batch of any size will be in ${retryS}.`;
  if (units === 1) return `${asked} were answered; the next will be in ${retryS}.`;
  return `This counts as ${units} of ${asked}, and ${remaining} are left; it will be answered in ${retryS}.`;
}
