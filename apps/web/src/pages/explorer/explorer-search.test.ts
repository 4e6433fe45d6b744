import { expect, test } from 'vitest';
import { readExplorerSearch } from './explorer-search.ts';

test('a link is read, and what is not understood left out', () => {
  const whole = { chain: '8453', registry: 'v1', q: '7', kind: 'erc721', show: 'incoming' };
  expect(readExplorerSearch(whole)).toEqual({ ...whole, chain: 8453 });
  expect(readExplorerSearch({ chain: 'x', registry: 'v3', q: '', kind: 'nft', show: 'all' })).toEqual({});
  expect(readExplorerSearch({})).toEqual({});
});
