import { createClient } from '@mandate/sdk';
import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { checkQueryOptions } from './check-query.ts';
import { delegationsQueryOptions } from './delegations-query.ts';
import { eligibilityQueryOptions } from './eligibility-query.ts';
import { vaultsQueryOptions } from './vaults-query.ts';

const client = createClient({ baseUrl: 'https://mandate.example/' });
const [to, from, contract] = [
  `0x${'Ab'.repeat(20)}`,
  `0x${'Cd'.repeat(20)}`,
  `0x${'Ef'.repeat(20)}`,
] as const;

test('keys consist of strings, and tell token ids beyond 2^53 apart', () => {
  const keys = [2n ** 200n, 2n ** 200n + 1n].flatMap((tokenId) => [
    checkQueryOptions(client, { kind: 'erc721', to, from, contract, tokenId }).queryKey,
    vaultsQueryOptions(client, { to, contract, tokenId, chainIds: [1, 10], partial: true }).queryKey,
    eligibilityQueryOptions(client, { wallet: to, contract, tokenId, min: 2n }).queryKey,
    delegationsQueryOptions(client, { wallet: to, limit: Number(tokenId % 5n) + 1 }).queryKey,
  ]);
  for (const [name, url, kind, fields] of keys) {
    expect([name, url]).toEqual(['mandate', 'https://mandate.example']);
    for (const each of [kind, ...Object.values(fields)]) expect(each).toBeTypeOf('string');
  }
  expect(new Set(keys.map((key) => hashKey(key))).size).toBe(keys.length);
});

test('one question has one key, however it is written', () => {
  const keyOf = (question: Parameters<typeof checkQueryOptions>[1]) =>
    hashKey(checkQueryOptions(client, question).queryKey);
  const written = keyOf({ kind: 'all', to, from });
  const lower = { to: to.toLowerCase() as typeof to, from: from.toLowerCase() as typeof from };
  expect(keyOf({ registry: 'v2', chainId: 1, rights: undefined, ...lower, kind: 'all' })).toBe(written);
  expect(keyOf({ kind: 'all', to: from, from: to })).not.toBe(written);
  expect(keyOf({ kind: 'all', to, from, chainId: 10 })).not.toBe(written);
  expect(keyOf({ registry: 'v1', kind: 'all', to, from })).not.toBe(written);
});
