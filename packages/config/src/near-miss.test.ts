import { expect, test } from 'vitest';
import { findNearMisses } from './near-miss.ts';

const OURS = [
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'RATE_LIMIT',
  'TRUSTED_HOPS',
  'CHAIN_IDS',
  'API_PORT',
  'WEB_DIR',
];
const find = (...names: string[]) =>
  findNearMisses(OURS, Object.fromEntries(names.map((name) => [name, 'x']))).map(({ meant }) => meant);

test.each([
  ['a letter too few', 'DATABSE_URL', 'DATABASE_URL'],
  ['a letter too many', 'TRUSTED_HOPSS', 'TRUSTED_HOPS'],
  ['a wrong letter', 'DATABASE_URI', 'DATABASE_URL'],
  ['the first letter', 'ATABASE_URL', 'DATABASE_URL'],
  ['the last letter', 'CHAIN_ID', 'CHAIN_IDS'],
  ['neighbours that changed places', 'TRUSTED_HOSP', 'TRUSTED_HOPS'],
  ['no underscore', 'RATELIMIT', 'RATE_LIMIT'],
  ['another case', 'database_url', 'DATABASE_URL'],
  ['the file of a secret', 'DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
])('%s: %s', (_, written, meant) => {
  expect(find(written)).toEqual([meant]);
});

test('our own names and unrelated names are not reported', () => {
  expect(find(...OURS)).toEqual([]);
  expect(
    find(
      ...[
        'APP_PORT',
        'API_HOST',
        'WEB_DIRS',
        'CHAIN',
        'TRUSTED_HOSTS',
        'DATABASE',
        'DATABASE_HOST',
        'TEST_DATABASE_URL',
      ],
      ...['PATH', 'HOME', 'NODE_ENV', 'RATE_LIMITS_ON', 'API_SERVICE_PORT', 'RATE', ''],
    ),
  ).toEqual([]);
});

test('empty variables are not reported', () => {
  expect(findNearMisses(OURS, { DATABSE_URL: '' })).toEqual([]);
});
