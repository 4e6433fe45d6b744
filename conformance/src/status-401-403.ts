/** Keys of v2, sent to the service that limits requests without one. */
import { type Case, expectAt, fails, pathOf } from './conformance-case.ts';
import { COLD, HOT } from './grants.ts';
import { SAMPLES } from './samples.ts';
import { KEYS, RULED_KEYS } from './testing/keys.ts';

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
const MISPLACED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bearer: { authorization: `Bearer ${KEYS.valid}` },
  bare: { authorization: KEYS.unknown },
  publishable: { authorization: 'bearer mdt_pub_aKeyOfAPage' },
  both: { authorization: `Bearer ${KEYS.valid}`, 'x-api-key': KEYS.valid },
};
const OTHER_AUTHORIZATIONS = ['Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic bWR0X2xpdmVfOg==', 'mdt', ''];
const NOT_COUNTED = { 'ratelimit-policy': null, ratelimit: null };

const refused = (covers: string, path: string, headers: Case['headers'], detail: string) =>
  expectAt(covers, path, {
    service: 'limited',
    ...(headers && { headers }),
    answers: NOT_COUNTED,
    ...fails('invalid_api_key', detail),
  });
const notValid = (covers: string, path: string, key: string) =>
  refused(
    covers,
    path,
    { 'x-api-key': key },
    'The key in X-API-KEY is not valid. Send a valid key, or none.',
  );
const misplaced =
  'Authorization has a key of this service, which is read from X-API-KEY. Send it there instead.';

const STATUS_401: readonly Case[] = [
  expectAt('key.valid', V2, {
    service: 'limited',
    headers: { 'x-api-key': KEYS.valid },
    before: Array<string>(MORE_THAN_ALLOWED).fill(V2),
    body: 'true',
    answers: NOT_COUNTED,
  }),
  ...Object.entries(WRONG).map(([name, key]) => notValid(`key.refused.${name}`, V2, key)),
  ...Object.entries(MISPLACED).map(([name, headers]) =>
    refused(`key.misplaced.${name}`, V2, headers, misplaced),
  ),
  ...OTHER_AUTHORIZATIONS.map((authorization) =>
    expectAt('key.authorization', V2, { headers: { authorization }, body: 'true' }),
  ),
  expectAt('key.authorization', pathOf('/registry/v1/check/all', { delegate: HOT.all, vault: COLD }), {
    headers: { authorization: `Bearer ${KEYS.valid}` },
    body: 'true',
  }),
  ...SAMPLES.filter(({ version }) => version === 'v2').map(({ path }) =>
    notValid('key.first', path.replace(':wallet', 'nobody'), KEYS.unknown),
  ),
];

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

const fromPage = (origin: string | null) =>
  ({
    service: 'limited',
    headers: { 'x-api-key': RULED_KEYS.page.key, ...(origin === null ? {} : { origin }) },
  }) as const;

const CHANGE_IT = 'Use another key, or change this one on the developer page.';
const ONE_CHAIN = 'The key is not for chain 1. It is for: 10. Ask about those only.';
const restricted = (covers: string, path: string, detail: string) =>
  expectAt(covers, path, {
    service: 'limited',
    headers: { 'x-api-key': RULED_KEYS.restricted.key },
    ...fails('key_not_allowed', `${detail} ${CHANGE_IT}`),
  });

const STATUS_403: readonly Case[] = [
  expectAt('page.listed', V2, {
    ...fromPage('https://app.example'),
    body: 'true',
    answers: {
      'ratelimit-policy': '"visitor";q=200;w=10, "key";q=2000;w=10',
      ratelimit: /^"visitor";r=199;t=10, "key";r=1999;t=10$/,
      'access-control-allow-origin': '*',
    },
  }),
  ...Object.entries(REFUSED_ORIGINS).map(([name, origin]) =>
    expectAt(`page.refused.${name}`, V2, {
      ...fromPage(origin),
      answers: { ratelimit: null },
      ...fails('origin_not_allowed', /^The key is /),
    }),
  ),
  expectAt('page.method', '/batch', {
    ...fromPage('https://a.wild.example'),
    method: 'POST',
    ...fails(
      'key_not_allowed',
      'A publishable key takes GET and HEAD only, not POST. On a server, use a secret key.',
    ),
  }),
  restricted(
    'key.operation',
    `/registry/v2/${COLD}?chainId=10`,
    'The key is not for the operation v2List. It is for: v2CheckAll, resolve.',
  ),
  restricted('key.chain.named', `${V2}&chainId=1`, ONE_CHAIN),
  restricted('key.chain.default', V2, ONE_CHAIN),
  restricted('key.chain.all', `/resolve?to=${HOT.all}`, ONE_CHAIN),
];

export const STATUS_401_403: readonly Case[] = [...STATUS_401, ...STATUS_403];
