/** Keys of v2, sent to the service that limits requests without one. */
import { type Case, expectAt, fails, NOT_COUNTED, pathOf } from './conformance-case.ts';
import { COLD, HOT } from './grants.ts';
import { SAMPLES } from './samples.ts';
import { KEYS, RULED_KEYS } from './testing/keys.ts';

type Sent = NonNullable<Case['headers']>;

const V2 = pathOf('/registry/v2/check/all', { to: HOT.all, from: COLD });
const MORE_THAN_ALLOWED = 30;
const WRONG = {
  unknown: KEYS.unknown,
  revoked: KEYS.revoked,
  expired: KEYS.expired,
  misspelt: KEYS.valid.replace('T', 't'),
  'another-case': KEYS.valid.toLowerCase(),
  twice: `${KEYS.valid}, ${KEYS.valid}`,
  empty: '',
};
const MISPLACED = {
  bearer: { authorization: `Bearer ${KEYS.valid}` },
  bare: { authorization: KEYS.unknown },
  publishable: { authorization: 'bearer mdt_pub_aKeyOfAPage' },
  both: { authorization: `Bearer ${KEYS.valid}`, 'x-api-key': KEYS.valid },
};
const OTHER_AUTHORIZATIONS = ['Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic bWR0X2xpdmVfOg==', 'mdt', ''];
const REFUSED_ORIGINS: Readonly<Record<string, string | null>> = {
  missing: null,
  null: 'null',
  unlisted: 'https://other.example',
  'other-scheme': 'http://app.example',
  'other-port': 'https://app.example:8443',
  apex: 'https://wild.example',
  'look-alike': 'https://app.example.evil.example',
  suffix: 'https://evilwild.example',
  'trailing-slash': 'https://app.example/',
  'trailing-dot': 'https://app.example.',
  twice: 'https://app.example, https://app.example',
};

const invalid = (detail: string) => ({ answers: NOT_COUNTED, ...fails('invalid_api_key', detail) });
const NOT_VALID = invalid('The key in X-API-KEY is not valid. Send a valid key, or none.');
const MOVE_IT = invalid(
  'Authorization has a key of this service, which is read from X-API-KEY. Send it there instead.',
);
const notAllowed = (detail: string) =>
  fails('key_not_allowed', `${detail} Use another key, or change this one on the developer page.`);
const ONE_CHAIN = notAllowed('The key is not for chain 1. It is for: 10. Ask about those only.');

const asked = (covers: string, path: string, headers: Sent, answer: object) =>
  expectAt(covers, path, { service: 'limited', headers, ...answer });
const withKey = (covers: string, path: string, key: string, answer: object) =>
  asked(covers, path, { 'x-api-key': key }, answer);
const fromPage = (covers: string, path: string, origin: string | null, answer: object) =>
  asked(covers, path, { 'x-api-key': RULED_KEYS.page.key, ...(origin && { origin }) }, answer);
const restricted = (covers: string, path: string, answer: object) =>
  withKey(covers, path, RULED_KEYS.restricted.key, answer);

export const STATUS_401_403: readonly Case[] = [
  withKey('key.valid', V2, KEYS.valid, {
    before: Array<string>(MORE_THAN_ALLOWED).fill(V2),
    body: 'true',
    answers: NOT_COUNTED,
  }),
  ...Object.entries(WRONG).map(([name, key]) => withKey(`key.refused.${name}`, V2, key, NOT_VALID)),
  ...Object.entries(MISPLACED).map(([name, headers]) => asked(`key.misplaced.${name}`, V2, headers, MOVE_IT)),
  ...OTHER_AUTHORIZATIONS.map((authorization) =>
    expectAt('key.authorization', V2, { headers: { authorization }, body: 'true' }),
  ),
  expectAt('key.authorization', pathOf('/registry/v1/check/all', { delegate: HOT.all, vault: COLD }), {
    headers: { authorization: `Bearer ${KEYS.valid}` },
    body: 'true',
  }),
  ...SAMPLES.filter(({ version }) => version === 'v2').map(({ path }) =>
    withKey('key.first', path.replace(':wallet', 'nobody'), KEYS.unknown, NOT_VALID),
  ),
  fromPage('page.listed', V2, 'https://app.example', {
    body: 'true',
    answers: {
      'ratelimit-policy': '"visitor";q=200;w=10, "key";q=2000;w=10',
      ratelimit: /^"visitor";r=199;t=10, "key";r=1999;t=10$/,
      'access-control-allow-origin': '*',
    },
  }),
  ...Object.entries(REFUSED_ORIGINS).map(([name, origin]) =>
    fromPage(`page.refused.${name}`, V2, origin, {
      answers: { ratelimit: null },
      ...fails('origin_not_allowed', /^The key is /),
    }),
  ),
  fromPage('page.method', '/batch', 'https://a.wild.example', {
    method: 'POST',
    ...fails(
      'key_not_allowed',
      'A publishable key takes GET and HEAD only, not POST. On a server, use a secret key.',
    ),
  }),
  restricted(
    'key.operation',
    `/registry/v2/${COLD}?chainId=10`,
    notAllowed('The key is not for the operation v2List. It is for: v2CheckAll, resolve.'),
  ),
  restricted('key.chain.named', `${V2}&chainId=1`, ONE_CHAIN),
  restricted('key.chain.default', V2, ONE_CHAIN),
  restricted('key.chain.all', `/resolve?to=${HOT.all}`, ONE_CHAIN),
];
