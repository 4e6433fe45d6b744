/**
 * Requests without a key. Each case is a separate client of a service that limits requests and trusts one
 * proxy.
 */
import { type Case, pathOf } from './conformance-case.ts';
import { COLD, HOT } from './samples.ts';

const LIMIT = 25;
const POLICY = '"anon";q=25;w=10';
const V1 = pathOf('/registry/v1/check/all', { delegate: HOT.all, vault: COLD });
const V2 = pathOf('/registry/v2/check/all', { to: HOT.all, from: COLD });
/** `expectWait` compares the wait with the age of the case's first request. */
const left = (remaining: number) => new RegExp(`^"anon";r=${remaining};t=(?:[1-9]|10)$`);

let clients = 0;
const limited = (each: Omit<Case, 'service'>): Case => ({
  ...each,
  service: 'limited',
  headers: { ...each.headers, 'x-forwarded-for': `192.0.2.${++clients}` },
  answers: { 'ratelimit-policy': POLICY, ...each.answers },
});

const refusal = (
  each: Pick<Case, 'name' | 'path' | 'headers' | 'before'> & { covers: string[] },
  more = '',
): Case =>
  limited({
    ...each,
    covers: ['anon.above', 'code.rate_limited', 'header.Retry-After.limit', ...each.covers],
    status: 429,
    answers: {
      ratelimit: left(0),
      'access-control-expose-headers': /RateLimit-Policy, RateLimit,.*Retry-After/,
    },
    problem: {
      code: 'rate_limited',
      retryAfter: /^(?:[1-9]|10)$/,
      detail: new RegExp(`^The limit is 25 requests in 10 seconds\\. Try again in (?:[1-9]|10) s\\.${more}$`),
    },
  });

export const STATUS_429: readonly Case[] = [
  limited({
    name: 'the first',
    covers: ['anon.first', 'header.RateLimit-Policy', 'header.RateLimit'],
    path: V2,
    status: 200,
    answers: { ratelimit: left(24) },
  }),
  limited({
    name: 'one that is wrong',
    covers: ['anon.problem'],
    path: '/registry/v2/nobody',
    before: [V2],
    status: 400,
    problem: { code: 'invalid_parameters', errors: [['wallet', '0x']] },
    answers: { ratelimit: left(23) },
  }),
  limited({
    name: 'the last',
    covers: ['anon.last'],
    path: V2,
    before: Array.from({ length: LIMIT - 1 }, () => V2),
    status: 200,
    answers: { ratelimit: left(0) },
  }),
  refusal({
    name: 'one more',
    covers: ['anon.v2'],
    path: V2,
    before: Array.from({ length: LIMIT }, () => V2),
  }),
  refusal({
    name: 'one more of v1',
    covers: ['anon.v1'],
    path: V1,
    before: Array.from({ length: LIMIT }, () => V1),
  }),
  refusal({
    name: 'one more of v1, after some of v2',
    covers: ['anon.together'],
    path: V1,
    before: Array.from({ length: LIMIT }, (_, i) => (i % 2 === 0 ? V1 : V2)),
  }),
  refusal(
    {
      name: 'one more of v1, with what would be a key in v2',
      covers: ['anon.v1-key'],
      path: V1,
      headers: { 'x-api-key': 'mdt_live_anything' },
      before: Array.from({ length: LIMIT }, () => V1),
    },
    ' v1 takes no keys, so the one in X-API-KEY was not read\\. The same questions at /registry/v2 take it\\.',
  ),
  ...['/networks', '/status', '/health'].map((path) =>
    limited({
      name: `${path} after the last`,
      covers: ['anon.not-counted'],
      path,
      before: Array.from({ length: LIMIT + 1 }, () => V2),
      status: 200,
      answers: { 'ratelimit-policy': null, ratelimit: null },
    }),
  ),
];
