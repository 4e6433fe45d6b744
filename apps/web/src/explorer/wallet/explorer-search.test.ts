import { expect, test } from 'vitest';
import { readExplorerSearch } from './explorer-search.ts';

test('reads a link and ignores unknown values', () => {
  const whole = {
    chain: '8453',
    registry: 'v1',
    q: '7',
    kind: 'erc721',
    show: 'incoming',
    review: 'whole-wallet',
    at: '2026-01-01T00:00:00Z',
  };
  expect(readExplorerSearch(whole)).toEqual({ ...whole, chain: 8453 });
  expect(
    readExplorerSearch({
      chain: 'x',
      registry: 'v3',
      q: '',
      kind: 'nft',
      show: 'all',
      review: 'risks',
      at: '2026-13-01T00:00:00Z',
    }),
  ).toEqual({});
  expect(readExplorerSearch({})).toEqual({});
});
