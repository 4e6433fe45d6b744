/**
 * Requests without a key. Each case is a separate client of a service that limits requests and trusts one
 * proxy.
 */
import { type Case, expectAt, fails, NOT_COUNTED, pathOf, refuses } from './conformance-case.ts';
import { COLD, HOT, STRANGER } from './grants.ts';

const LIMIT = 25;
const POLICY = { 'ratelimit-policy': '"anon";q=25;w=10' };
const V1 = pathOf('/registry/v1/check/all', { delegate: HOT.all, vault: COLD });
const V2 = pathOf('/registry/v2/check/all', { to: HOT.all, from: COLD });
/** `expectWait` compares the wait with the age of the case's first request. */
const left = (remaining: number) => ({
  ...POLICY,
  ratelimit: new RegExp(`^"anon";r=${remaining};t=(?:[1-9]|10)$`),
});

/** Asks `path` as the same client has asked `before`. */
const counted = (covers: string, path: string, before: readonly string[], remaining: number, expected = {}) =>
  expectAt(covers, path, { service: 'limited', before, answers: left(remaining), ...expected });
const alike = (count: number, path = V2) => Array<string>(count).fill(path);

const tooMany = (line: string, path: string, before: readonly string[], more = '', request = {}) =>
  counted(`${line} anon.above header.Retry-After.limit`, path, before, 0, {
    ...request,
    answers: {
      ...left(0),
      'access-control-expose-headers': /RateLimit-Policy, RateLimit,.*Retry-After/,
    },
    ...fails(
      'rate_limited',
      new RegExp(`^The limit is 25 requests in 10 seconds\\. Try again in (?:[1-9]|10) s\\.${more}$`),
    ),
  });

const ofStranger = pathOf('/registry/v2/check/all', { to: HOT.all, from: STRANGER });
const tokens = Array.from({ length: 20 }, (_, id) => `1:0x:${id}`).join();
const NO_QUESTION = refuses(['wallet', 'is missing'], ['contract', 'is missing']);
const NOT_WITH_PROOF = refuses(['explain', 'cannot be sent together with proof']);

export const STATUS_429: readonly Case[] = [
  counted('anon.first header.RateLimit-Policy header.RateLimit', V2, [], 24),
  counted('anon.problem', '/registry/v2/nobody', [V2], 23, refuses(['wallet', '0x'])),
  counted('anon.last', V2, alike(LIMIT - 1), 0),
  counted('anon.proof', `${V2}&proof=true&explain=true`, [ofStranger], 19, NOT_WITH_PROOF),
  counted('getEligibility.counts-as-two', '/eligibility', [], 23, NO_QUESTION),
  counted('getNames.counts-each-token', `/names?of=${tokens}`, [], 5, refuses(['of', 'must be like 1:0x'])),
  tooMany('anon.v2', V2, alike(LIMIT)),
  tooMany('anon.v1', V1, alike(LIMIT, V1)),
  tooMany(
    'anon.together',
    V1,
    alike(LIMIT).map((path, i) => (i % 2 === 0 ? V1 : path)),
  ),
  tooMany(
    'anon.v1-key',
    V1,
    alike(LIMIT, V1),
    ' v1 takes no keys, so the one in X-API-KEY was not read\\. The same questions at /registry/v2 take it\\.',
    { headers: { 'x-api-key': 'mdt_live_anything' } },
  ),
  ...['/networks', '/status', '/health'].map((path) =>
    counted('anon.not-counted', path, alike(LIMIT + 1), 0, { answers: NOT_COUNTED }),
  ),
];
