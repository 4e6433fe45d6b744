/** Keys with rules: publishable keys for pages of listed origins, and secret keys for some operations and chains. */
import { type Case, pathOf } from './conformance-case.ts';
import { COLD, HOT } from './samples.ts';

/** The stage gives each key these rules. Both have correct checksums. */
export const RULED_KEYS = {
  page: {
    key: 'mdt_pub_aKeyForPages0000000000000000013KIdPs',
    kind: 'publishable',
    origins: ['https://app.example', 'https://*.wild.example'],
  },
  restricted: {
    key: 'mdt_live_aRestrictedKey00000000000000000DAxTW',
    operations: ['v2CheckAll', 'resolve'],
    chains: [10],
  },
} as const;

const PARTIES = { to: HOT.all, from: COLD };
const V2 = pathOf('/registry/v2/check/all', PARTIES);
const CHANGE_IT = 'Use another key, or change this one on the developer page.';

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

const withPageKey = (each: Omit<Case, 'service' | 'headers'>, origin: string | null): Case => ({
  ...each,
  service: 'limited',
  headers: { 'x-api-key': RULED_KEYS.page.key, ...(origin === null ? {} : { origin }) },
});

const withRestrictedKey = (each: Omit<Case, 'service' | 'headers' | 'status'>, detail: string): Case => ({
  ...each,
  service: 'limited',
  headers: { 'x-api-key': RULED_KEYS.restricted.key },
  status: 403,
  problem: { code: 'key_not_allowed', detail },
});

export const STATUS_403: readonly Case[] = [
  withPageKey(
    {
      name: 'a page whose origin is listed',
      covers: ['page.listed'],
      path: V2,
      status: 200,
      body: 'true',
      answers: {
        'ratelimit-policy': '"visitor";q=200;w=10, "key";q=2000;w=10',
        ratelimit: /^"visitor";r=199;t=10, "key";r=1999;t=10$/,
        'access-control-allow-origin': '*',
      },
    },
    'https://app.example',
  ),
  ...Object.entries(REFUSED_ORIGINS).map(([name, origin]) =>
    withPageKey(
      {
        name: `an origin that is not listed: ${name}`,
        covers: [`page.refused.${name}`, 'code.origin_not_allowed'],
        path: V2,
        status: 403,
        answers: { ratelimit: null },
        problem: { code: 'origin_not_allowed', detail: /^The key is / },
      },
      origin,
    ),
  ),
  withPageKey(
    {
      name: 'a publishable key that posts',
      covers: ['page.method', 'code.key_not_allowed'],
      method: 'POST',
      path: '/batch',
      status: 403,
      problem: {
        code: 'key_not_allowed',
        detail: 'A publishable key takes GET and HEAD only, not POST. On a server, use a secret key.',
      },
    },
    'https://a.wild.example',
  ),
  withRestrictedKey(
    {
      name: 'an operation that a key is not for',
      covers: ['key.operation'],
      path: pathOf('/registry/v2/:wallet', { wallet: COLD, chainId: '10' }),
    },
    `The key is not for the operation v2List. It is for: v2CheckAll, resolve. ${CHANGE_IT}`,
  ),
  withRestrictedKey(
    { name: 'a chain that a key is not for', covers: ['key.chain.named'], path: `${V2}&chainId=1` },
    `The key is not for chain 1. It is for: 10. Ask about those only. ${CHANGE_IT}`,
  ),
  withRestrictedKey(
    { name: 'no chain, where the default is not for the key', covers: ['key.chain.default'], path: V2 },
    `The key is not for chain 1. It is for: 10. Ask about those only. ${CHANGE_IT}`,
  ),
  withRestrictedKey(
    { name: 'all chains, with a key for one', covers: ['key.chain.all'], path: `/resolve?to=${HOT.all}` },
    `The key is not for chain 1. It is for: 10. Ask about those only. ${CHANGE_IT}`,
  ),
];
