import { expect, test } from 'vitest';
import { findNearest, notFound } from './not-found.ts';

const WALLET = '0x00000000000000000000000000000000000c01d0';
const PATHS = [
  '/registry/v2/check/all',
  '/registry/v2/check/erc721',
  '/registry/v2/check/erc1155',
  '/registry/v2/:wallet',
  '/registry/v1/check/all',
  '/registry/v1/:wallet',
  '/networks',
  '/status',
  '/snapshots/:chainId/:block',
];

test.each([
  ['/v2/check/erc721', '/registry/v2/check/erc721'],
  ['/check/erc721', '/registry/v2/check/erc721'],
  ['/registry/v2/check/ERC721', '/registry/v2/check/erc721'],
  ['/registry/v2/check/erc-721', '/registry/v2/check/erc721'],
  ['/registry/v2/checks/all', '/registry/v2/check/all'],
  ['/api/registry/v2/check/all', '/registry/v2/check/all'],
  [`/registy/v2/${WALLET}`, `/registry/v2/${WALLET}`],
  [`/v1/${WALLET}`, `/registry/v1/${WALLET}`],
  [`/api/v2/${WALLET}`, `/registry/v2/${WALLET}`],
  ['/registry/v2/check/erc777', '/registry/v2/check/erc721'],
  ['/check/all', '/registry/v2/check/all'],
  ['/registry/v2', '/registry/v2/{wallet}'],
  [`/registry/v2/${WALLET}/tokens`, `/registry/v2/${WALLET}`],
  ['/network', '/networks'],
  ['/Status', '/status'],
  ['/snapshot/8453/1200', '/snapshots/8453/1200'],
])('%s means %s', (path, expected) => {
  expect(findNearest(path, PATHS)).toBe(expected);
});

test.each(['/', '/nowhere', '/wp-login.php', '/admin/login', '/.env', '/a/b/c/d/e/f/g/h/i', '/favicon.png'])(
  '%s means nothing that is here',
  (path) => {
    expect(findNearest(path, PATHS)).toBeNull();
  },
);

test('the problem names both paths, and not what came with them', () => {
  expect(notFound('/v2/check/all?from=0x1', PATHS).message).toBe(
    'There is nothing at /v2/check/all. Did you mean /registry/v2/check/all? /docs lists the paths.',
  );
  expect(notFound('/wp-login.php', PATHS).message).toBe(
    'There is nothing at /wp-login.php. /docs lists the paths.',
  );
});
