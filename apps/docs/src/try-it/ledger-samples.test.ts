import { expect, test } from 'vitest';
import { type Change, chooseSamples, listCandidates } from './ledger-samples.ts';

const FULL = `0x${'0'.repeat(64)}`;
const LIMITED = `0x${'1'.repeat(64)}`;
const change = (fields: Partial<Change>): Change => ({
  chainId: 1,
  change: 'granted',
  undone: false,
  registry: 'v2',
  type: 'ALL',
  from: '0xa',
  to: '0xb',
  contract: null,
  tokenId: null,
  rights: FULL,
  tokenType: null,
  ...fields,
});
const list = (...changes: Partial<Change>[]) => listCandidates(changes.map(change), new Set([1]));

test('kinds have the names of the checks', () => {
  const token = { type: 'TOKEN', contract: '0xc', tokenId: '7' };
  const kinds = list(
    {},
    { type: 'CONTRACT', contract: '0xc' },
    { ...token, tokenType: 'ERC721' },
    { ...token, registry: 'v1', rights: null },
  ).map(({ registry, kind }) => `${registry} ${kind}`);
  expect(kinds.toSorted()).toEqual(['v1 token', 'v2 all', 'v2 contract', 'v2 erc721']);
});

test('what was revoked or undone does not stand, and what was granted again does', () => {
  expect(list({ to: '0x1' }, { to: '0x1', change: 'revoked' })).toEqual([]);
  expect(list({ to: '0x1' }, { to: '0x1', undone: true })).toEqual([]);
  const again = list(
    { to: '0x1' },
    { to: '0x1', change: 'revoked' },
    { to: '0x1', change: 'revoked', undone: true },
  );
  expect(again.map(({ to }) => to)).toEqual(['0x1']);
});

test('full rights come first, then the newest; chains that are not ready are left out', () => {
  const found = list(
    { to: '0x1' },
    { to: '0x2' },
    { to: '0x3', rights: LIMITED },
    { to: '0x4', chainId: 10 },
  );
  expect(found.map(({ to, rights }) => [to, rights])).toEqual([
    ['0x2', undefined],
    ['0x1', undefined],
    ['0x3', LIMITED],
  ]);
});

test('one batch that counts as one request has all candidates', () => {
  const many = Array.from(
    { length: 100 },
    (_, i) => ({ to: `0x${i}`, registry: i % 2 ? 'v1' : 'v2' }) as const,
  );
  expect(list(...many).length).toBe(10);
});

test('the first candidate of a kind that the registry confirms is chosen', () => {
  const candidates = list(
    { to: '0x1' },
    { to: '0x2' },
    { type: 'TOKEN', tokenType: 'ERC20', contract: '0xc' },
  );
  const chosen = chooseSamples(candidates, ['0', false, true]);
  expect(Object.entries(chosen).map(([kind, { to }]) => [kind, to])).toEqual([['v2 all', '0x1']]);
  expect(chooseSamples(candidates, ['2500', null, null])).toHaveProperty('v2 erc20');
});
