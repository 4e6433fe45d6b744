import type { AddressNames, TokenContract } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import { describeMarks } from './describe-marks.ts';

const ADDRESS = '0x1234000000000000000000000000000000abcdef';
const OTHER = '0x1234ffffffffffffffffffffffffffffff00cdef';

function namesOf(parts: {
  ensName?: string;
  contract?: Partial<TokenContract>;
  chainId?: number;
}): AddressNames {
  const { ensName = null, contract, chainId = 1 } = parts;
  return {
    chainId,
    address: ADDRESS,
    tokenId: null,
    known: true,
    isContract: contract !== undefined,
    ensName,
    contract: contract ? { standard: null, name: null, symbol: null, decimals: null, ...contract } : null,
    token: null,
    account: null,
  };
}

const judge = (names?: AddressNames, alike: { sameEnds?: string[]; sameName?: string[] } = {}) => {
  const members = (texts: string[] = []) => texts.map((text) => ({ id: text, text }));
  return describeMarks({
    address: ADDRESS,
    names,
    sameEnds: members(alike.sameEnds),
    sameName: members(alike.sameName),
  });
};

test('an address or a name without a reason has no mark', () => {
  expect(judge()).toBeNull();
  expect(judge(namesOf({ ensName: 'mira.eth' }))).toBeNull();
  expect(judge(namesOf({ contract: { name: 'Cool Cats', symbol: 'COOL' } }))).toBeNull();
});

test('an address that begins and ends as another one', () => {
  const mark = judge(undefined, { sameEnds: [OTHER] });
  expect(mark?.label).toBe('Look-alike');
  expect(mark?.explanation).toContain(OTHER);
  const many = judge(undefined, { sameEnds: Array.from({ length: 1_202 }, (_, i) => `0x${i}`) });
  expect(many?.explanation).toContain('0x0 and 0x1 and 1,200 more.');
});

test('a name that looks as another one', () => {
  const mark = judge(namesOf({ ensName: 'mlra.eth' }), { sameName: [`mira.eth, ${OTHER}`] });
  expect(mark).toEqual({
    label: 'Look-alike',
    explanation: `Another name on this page looks the same: mira.eth, ${OTHER}. The two addresses are different.`,
  });
});

test.each([
  { name: 'USD Coin', symbol: 'FOO' },
  { name: 'Free money', symbol: 'USDС' },
  { name: 'Wrapped  Ether', symbol: null },
])('a contract of Ethereum that claims to be a well-known one: %o', (contract) => {
  expect(judge(namesOf({ contract }))).toMatchObject({
    label: 'Look-alike',
    explanation: expect.stringContaining('is another contract: 0x'),
  });
});

test('a contract that claims to be the currency of the chain', () => {
  expect(judge(namesOf({ contract: { name: 'Free money', symbol: 'ETH' } }))?.explanation).toBe(
    'This contract names itself “ETH”. Ether itself has no contract.',
  );
});

test('the well-known contract itself, and its name on another chain, have no mark', () => {
  const contract = { name: 'USD Coin', symbol: 'USDC' };
  const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const names = { ...namesOf({ contract }), address } as const;
  expect(describeMarks({ address, names, sameEnds: [], sameName: [] })).toBeNull();
  expect(judge(namesOf({ contract, chainId: 8453 }))).toBeNull();
});

test('a contract that calls itself as a domain', () => {
  expect(judge(namesOf({ contract: { name: 'mira.eth' } }))?.label).toBe('Not an ENS name');
});

test('letters of another alphabet, and several reasons at once', () => {
  expect(judge(namesOf({ contract: { name: 'Cооl Cats' } }))).toEqual({
    label: 'Unusual letters',
    explanation: '“о” in this name is a Cyrillic letter. It looks like “o”.',
  });
  const both = judge(namesOf({ contract: { name: 'Cооl Cats' } }), { sameEnds: [OTHER] });
  expect(both?.label).toBe('Look-alike');
  expect(both?.explanation).toContain('Cyrillic');
});
