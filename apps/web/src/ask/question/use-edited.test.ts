import { expect, test } from 'vitest';
import { isSameForm } from './use-edited.ts';

const ASKED = { chain: 1, registry: 'v2', kind: 'all', to: '0xAb', from: '0xCd', rights: 'vote' } as const;

test('the case of an address and the order of the fields do not matter', () => {
  const { chain, ...rest } = ASKED;
  expect(isSameForm(ASKED, { ...rest, chain, to: '0xab', from: '0xCD' })).toBe(true);
});

test.each([
  { chain: 10 },
  { registry: 'v1' },
  { kind: 'contract' },
  { to: '0xac' },
  { from: '' },
  { contract: '0x01' },
  { rights: 'VOTE' },
  { when: 'safe' },
  { at: '7' },
] as const)('%o is another question', (change) => {
  expect(isSameForm(ASKED, { ...ASKED, ...change })).toBe(false);
});
