import { expect, test } from 'vitest';
import type { Key } from '../session/developer-api.ts';
import { describeRules } from './describe-rules.ts';

const LIMITS = { visitor: 200, page: 2_000, min: 25, max: 10_000 };
const CHOICES = { operations: [], chains: [{ chainId: 1, name: 'Ethereum' }], limits: LIMITS };
const key = (fields: Partial<Key>): Key => ({
  id: '1',
  prefix: 'mdt_live_Ab3d',
  name: 'a key',
  kind: 'secret',
  origins: [],
  operations: null,
  chains: null,
  ceiling: null,
  visitorCeiling: null,
  createdAt: '2030-01-01T00:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  rotatedTo: null,
  browserSeenAt: null,
  browserOrigin: null,
  refusedOrigins: [],
  ...fields,
});

test('an unrestricted secret key has nothing to say', () => {
  expect(describeRules(key({}), CHOICES)).toEqual([]);
});

test('every rule is a phrase, and long lists are cut', () => {
  const origins = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`);
  const rules = { operations: ['v2CheckErc721'], chains: [1, 10], ceiling: 2_000, visitorCeiling: 20 };
  expect(describeRules(key({ kind: 'publishable', origins, ...rules }), CHOICES)).toEqual([
    'for pages of https://a.example, https://b.example, https://c.example and 2 more',
    'only v2 check ERC721',
    'only on Ethereum, chain 10',
    '20 requests a visitor in 10 s',
    '2,000 requests in 10 s',
  ]);
});
