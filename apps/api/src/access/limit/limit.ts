/**
 * Counts requests over all processes: 25 in any 10 seconds without a key, more for a whole IPv6 network, and with a key up to its
 * ceilings, if any.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { addGauge } from '../../http/gauge.ts';
import { ProblemError } from '../../http/problems.ts';
import { KEY_HEADER } from '../keys/keys.ts';
import { createBuckets } from './buckets.ts';
import { type LimitConfig, NO_CEILINGS } from './ceilings.ts';
import { createLimiter, isAdmitted } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import { unitsPrepaid } from './prepaid.ts';
import { createRedisLimiter } from './redis-limiter.ts';
import type { FindHolder } from './shares.ts';
import {
  type Bucket,
  type Decided,
  type Decision,
  LIMIT,
  presentLimit,
  presentPolicy,
  secondsOf,
  UNNAMED,
  WINDOW_MS,
} from './window.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts as a request, although it is not an operation of the interface. */
    counted?: true;
    /** Asks for the state of the service, which has a limit of its own. */
    ofService?: true | undefined;
    /** The number of requests it counts as. Without it, one. */
    units?: ((request: FastifyRequest) => number) | undefined;
    /** The body says how many units it costs. One is counted before the body is read; the route counts the others. */
    countsRest?: true | undefined;
  }
}

/** Counts the units after the first, which was counted before the body was read and stays counted. Throws if there is no room. */
export type CountRest = (request: FastifyRequest, reply: FastifyReply, units: number) => Promise<void>;

/** Comes after the check of keys, and before the operations. */
export async function addLimit(
  app: FastifyInstance,
  { redisUrl, ceilings = NO_CEILINGS }: LimitConfig,
  { findHolder, registry, log }: { findHolder: FindHolder; registry: Registry; log: Logger },
): Promise<CountRest> {
  const redis = redisUrl === null ? null : await createRedisLimiter(redisUrl, log);
  const limiter = createLimiter(createMemoryLimiter(), redis);
  const buckets = createBuckets(findHolder, ceilings);
  const registers = [registry];
  const refused = new Counter({
    name: 'mandate_api_limit_refused_total',
    help: 'Requests refused with 429: without a key, or above the ceiling of a visitor, a key or its owner',
    registers,
  });
  const fellBack = new Counter({
    name: 'mandate_api_limit_fallback_total',
    help: 'Requests with a publishable key that were counted as without a key, because its total was used up',
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
  const shared = '1: Redis counts requests without a key for all processes. 0: this process counts alone';
  addGauge(registry, 'mandate_api_limit_shared', shared, () => (redis?.isCounting() ? 1 : 0));

  app.addHook('onRequest', function limitRequests(request, reply, done) {
    const { weight, counted, ofService, units = () => 1, countsRest } = request.config;
    const own = weight || counted || ofService ? buckets.list(request) : [];
    if (own.length === 0) return done();
    const cost = units(request) - unitsPrepaid(request);
    if (cost === 0) return done();
    // A batch that is refused unread may cost the whole limit: the refusal says when that much would be admitted.
    const whole = countsRest ? LIMIT : cost;
    const decide = (by: readonly Bucket[], then: (decisions: readonly Decision[]) => void) => {
      const decided = limiter.admit(by, cost, whole);
      if (decided instanceof Promise) decided.then(then, done);
      else then(decided);
    };
    const settle = (by: readonly Bucket[]) => (decisions: readonly Decision[]) =>
      done(answer(request, reply, by, decisions, countsRest ? null : cost));
    decide(own, (decisions) => {
      const fallback = buckets.findFallback(request, decisions);
      if (!fallback) return settle(own)(decisions);
      fellBack.inc();
      decide(fallback, settle(fallback));
    });
  });

  /**
   * Says what is left, and refuses when that is too little. Headers name some limits only if they refused. `units` is null if the
   * number was not read.
   */
  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    by: readonly Bucket[],
    decisions: readonly Decision[],
    units: number | null,
  ): ProblemError | undefined {
    const decided = by
      .flatMap(({ policy }, i) => (decisions[i] ? [{ ...decisions[i], policy }] : []))
      .filter(({ policy, admitted }) => !UNNAMED.has(policy) || !admitted);
    if (decided.length > 0) {
      reply.header('ratelimit-policy', decided.map(presentPolicy).join(', '));
      reply.header('ratelimit', decided.map(presentLimit).join(', '));
    }
    if (isAdmitted(decisions)) return undefined;
    refused.inc();
    // After the longest wait, the other buckets have room as well. A visitor need not wait for the total of its key.
    const ofVisitor = decided.find(({ policy }) => policy.name === 'visitor');
    const last = ofVisitor ?? decided.toSorted((a, b) => b.retryMs - a.retryMs)[0];
    if (!last) return undefined;
    const retryS = secondsOf(last.retryMs);
    const detail = describe(last, units, retryS) + explainKey(request, last);
    return new ProblemError('rate_limited', detail, undefined, retryS);
  }

  app.addHook('onClose', async () => redis?.close());

  return async (request, reply, units) => {
    const own = units === 1 ? [] : buckets.list(request);
    if (own.length === 0) return;
    const decide = (by: readonly Bucket[]) => limiter.admit(by, units - 1, units);
    const decisions = await decide(own);
    const fallback = buckets.findFallback(request, decisions);
    const problem = fallback
      ? answer(request, reply, fallback, await decide(fallback), units)
      : answer(request, reply, own, decisions, units);
    if (problem) throw problem;
  };
}

/** Explains why a key that was sent did not help: v1 takes none, or all visitors of the key have used up its total. */
function explainKey({ apiKey, config, headers }: FastifyRequest, { policy }: Decided): string {
  if (apiKey && policy.name === 'anon')
    return ' The total of this publishable key is used up, so each visitor has the limit of requests without a key.';
  if (!config.operation?.startsWith('v1') || headers[KEY_HEADER] === undefined) return '';
  return ' v1 takes no keys, so the one in X-API-KEY was not read. The same questions at /registry/v2 take it.';
}

const TO_SERVICE = ' to /status, /networks and /audit';
const WHOSE = {
  anon: '',
  'network-56': ' for all requests without a key from one IPv6 /56',
  'network-48': ' for all requests without a key from one IPv6 /48',
  service: TO_SERVICE,
  'service-56': `${TO_SERVICE} from one IPv6 /56`,
  'service-48': `${TO_SERVICE} from one IPv6 /48`,
  visitor: ' for each visitor of this key',
  key: ' with this key',
  owner: ' with all keys of its owner',
} as const;

function describe({ policy, remaining }: Decided, units: number | null, retryS: number): string {
  const asked = `${policy.limit} requests in ${WINDOW_MS / 1_000} seconds${WHOSE[policy.name]}`;
  if (units === null)
    return `The limit is ${asked}. Try again in ${retryS} s, when a batch of any size will be answered.`;
  if (units === 1) return `The limit is ${asked}. Try again in ${retryS} s.`;
  return `This request counts as ${units}. The limit is ${asked}, and ${remaining} are left. Try again in ${retryS} s.`;
}
