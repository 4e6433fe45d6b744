/** Keys of v2, sent to the service that limits requests without one. */
import { type Case, pathOf } from './conformance-case.ts';
import { COLD, HOT, SAMPLES } from './samples.ts';

/** The stage sets each key up as its name says. All have correct checksums. */
export const KEYS = {
  valid: 'mdt_live_aKeyThatIsValid0000000000000001tMiHx',
  revoked: 'mdt_live_aKeyThatWasRevoked0000000000001FLkRF',
  expired: 'mdt_live_aKeyThatHasExpired00000000000027Bzwk',
  unknown: 'mdt_live_aKeyThatNeverWas000000000000002yHTke',
} as const;

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

const refused = (each: Pick<Case, 'name' | 'covers' | 'path'>, key: string): Case => ({
  ...each,
  service: 'limited',
  headers: { 'x-api-key': key },
  status: 401,
  answers: NOT_COUNTED,
  problem: {
    code: 'invalid_api_key',
    detail: 'The key in X-API-KEY is not valid. Send a valid key, or none.',
  },
});

export const STATUS_401: readonly Case[] = [
  {
    name: 'a valid key, more often than without one',
    covers: ['key.valid'],
    service: 'limited',
    path: V2,
    headers: { 'x-api-key': KEYS.valid },
    before: Array.from({ length: MORE_THAN_ALLOWED }, () => V2),
    status: 200,
    body: 'true',
    answers: NOT_COUNTED,
  },
  ...Object.entries(WRONG).map(([name, key]) =>
    refused({ name, covers: [`key.refused.${name}`, 'code.invalid_api_key'], path: V2 }, key),
  ),
  ...Object.entries(MISPLACED).map(([name, headers]) => ({
    name: `a key in Authorization: ${name}`,
    covers: [`key.misplaced.${name}`],
    service: 'limited' as const,
    path: V2,
    headers,
    status: 401,
    answers: NOT_COUNTED,
    problem: {
      code: 'invalid_api_key',
      detail: 'Authorization has a key of this service, which is read from X-API-KEY. Send it there instead.',
    },
  })),
  ...OTHER_AUTHORIZATIONS.map((authorization) => ({
    name: `another Authorization: ${JSON.stringify(authorization)}`,
    covers: ['key.authorization'],
    path: V2,
    headers: { authorization },
    status: 200,
    body: 'true',
  })),
  {
    name: 'a key in Authorization of v1',
    covers: ['key.authorization'],
    path: pathOf('/registry/v1/check/all', { delegate: HOT.all, vault: COLD }),
    headers: { authorization: `Bearer ${KEYS.valid}` },
    status: 200,
    body: 'true',
  },
  ...SAMPLES.filter(({ version }) => version === 'v2').map(({ id, path }) =>
    refused(
      {
        name: `${id}, before its parameters are read`,
        covers: ['key.first'],
        path: path.replace(':wallet', 'nobody'),
      },
      KEYS.unknown,
    ),
  ),
];
