import { expect, test } from 'vitest';
import { chooseValues, type Samples } from './default-values.ts';

const ALL = { registry: 'v2', kind: 'all', chainId: 8453, from: '0xa', to: '0xb' } as const;
const ERC721 = { ...ALL, kind: 'erc721', contract: '0xc', tokenId: '7', rights: '0x1' };
const SAMPLES: Samples = { ofKind: { 'v2 erc721': ERC721, 'v2 all': ALL }, finalBlocks: { 8453: 90 } };
const NONE: Samples = { ofKind: {}, finalBlocks: {} };

test.each([
  ['v2List', { wallet: '0xa', chainId: '8453' }],
  ['resolve', { to: '0xb' }],
  ['getEligibility', { wallet: '0xb', contract: '0xc', chainId: '8453', standard: 'ERC721', rights: '0x1' }],
  ['listTokens', { wallet: '0xb', contract: '0xc', chainId: '8453', standard: 'ERC721', rights: '0x1' }],
  ['getExclusiveWallet', { vault: '0xa', chainId: '8453' }],
  ['getExclusiveOwner', { contract: '0xc', tokenId: '7', chainId: '8453' }],
  ['listExclusiveVaults', { wallet: '0xb', chainId: '8453' }],
  ['getWallet', { wallet: '0xa' }],
  ['getNames', { of: '8453:0xb,8453:0xc:7' }],
  ['changes', { cursor: 'start', limit: '10' }],
  ['snapshot', { chainId: '8453', block: '90', contract: '0xc' }],
])('%s begins with %o', (operation, fields) => {
  expect(chooseValues(operation, SAMPLES)).toEqual({ fields });
});

test('a check begins with a delegation of its kind, under both names of its wallets', () => {
  expect(chooseValues('v2CheckErc721', SAMPLES)?.fields).toMatchObject({
    from: '0xa',
    vault: '0xa',
    to: '0xb',
    delegate: '0xb',
    contract: '0xc',
    tokenId: '7',
    rights: '0x1',
    chainId: '8453',
  });
});

test('a batch begins with checks that the ledger answers', () => {
  expect(JSON.parse(chooseValues('batch', SAMPLES)?.body ?? '')).toEqual({ checks: [ERC721, ALL] });
});

test('a question about many wallets begins with one', () => {
  expect(JSON.parse(chooseValues('getEligibilityOfMany', SAMPLES)?.body ?? '')).toEqual({
    wallets: ['0xb'],
    contract: '0xc',
    chainId: 8453,
    standard: 'ERC721',
    rights: '0x1',
  });
});

test('a question about ids begins with one', () => {
  const { tokenIds } = JSON.parse(chooseValues('checkTokens', SAMPLES)?.body ?? '');
  expect(tokenIds).toEqual(['7']);
});

test.each(['v1List', 'v1CheckAll', 'getStatus'])(
  '%s keeps its examples if the ledger has nothing for it',
  (id) => {
    expect(chooseValues(id, SAMPLES)).toBeNull();
  },
);

test.each(['v2List', 'v2CheckAll', 'resolve', 'batch', 'snapshot'])(
  '%s keeps its examples without a ledger',
  (id) => {
    expect(chooseValues(id, NONE)).toBeNull();
  },
);
