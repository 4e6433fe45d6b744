import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { UNLIMITED } from './check.ts';
import { createDelegation, type Delegation } from './delegation.ts';
import { type Asset, combineReach, reaches, STANDARDS } from './reach.ts';
import type { Kind, Registry } from './registries.ts';
import { FULL_RIGHTS, rightsFromText } from './rights.ts';

const wallet = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const [vault, hot, contract, other] = ['1', '2', '3', '4'].map(wallet) as [never, never, never, never];
const CLAIM = rightsFromText('claim');
const fields = { from: vault, to: hot, contract, tokenId: 7n, rights: FULL_RIGHTS, amount: 5n };

function grant(registry: Registry, kind: Kind, change: Partial<typeof fields> = {}): Delegation {
  return createDelegation({ registry, kind, ...fields, ...change });
}

const assetOf = (standard: Asset['standard'], tokenId: bigint | null): Asset => {
  return { standard, contract, tokenId, rights: CLAIM };
};
const ASSETS = {
  'ERC721 7': assetOf('ERC721', 7n),
  'all ERC721': assetOf('ERC721', null),
  'ERC721 8': assetOf('ERC721', 8n),
  'all ERC1155': assetOf('ERC1155', null),
  'ERC1155 7': assetOf('ERC1155', 7n),
  'ERC1155 8': assetOf('ERC1155', 8n),
  ERC20: assetOf('ERC20', null),
};
const ALL = Object.keys(ASSETS);

test('three standards of tokens are known', () => {
  expect(STANDARDS).toEqual(['ERC721', 'ERC1155', 'ERC20']);
});

test.each<[name: string, Delegation, reached: readonly string[]]>([
  ['of the whole wallet', grant('v2', 'all'), ALL],
  ['with the right in question', grant('v2', 'all', { rights: CLAIM }), ALL],
  ['with another right', grant('v2', 'all', { rights: rightsFromText('vote') }), []],
  ['of v1, which has no rights', grant('v1', 'all'), ALL],
  ['to oneself', grant('v2', 'all', { to: vault }), []],
  ['from the zero address', grant('v2', 'all', { from: wallet('0') as never }), []],
  ['of the contract', grant('v2', 'contract'), ALL],
  ['of another contract', grant('v2', 'contract', { contract: other }), []],
  ['of an amount', grant('v2', 'erc20'), ['ERC20']],
  ['of an amount of an id', grant('v2', 'erc1155'), ['all ERC1155', 'ERC1155 7']],
  ['of an ERC721 token', grant('v2', 'erc721'), ['ERC721 7', 'all ERC721']],
  ['of a token in v1', grant('v1', 'token'), ['ERC721 7', 'all ERC721', 'all ERC1155', 'ERC1155 7']],
])('a grant %s reaches exactly what it is for', (_, delegation, reached) => {
  const found = Object.entries(ASSETS).filter(([, asset]) => reaches(delegation, asset));
  expect(found.map(([name]) => name)).toEqual(reached);
});

describe('several grants of a vault to a wallet', () => {
  const { 'all ERC721': erc721, 'ERC1155 7': erc1155, ERC20: erc20 } = ASSETS;
  const WHOLE = { type: 'whole' };

  test.each([
    ['are nothing if there are none', [], erc721, null],
    ['reach the whole with one of the wallet', [grant('v2', 'erc20'), grant('v2', 'all')], erc20, WHOLE],
    ['reach the whole with one of the contract', [grant('v2', 'contract')], erc20, WHOLE],
    ['reach the whole with a token of v1, which has no amount', [grant('v1', 'token')], erc1155, WHOLE],
    [
      'reach each token once',
      [grant('v1', 'token'), grant('v2', 'erc721'), grant('v2', 'erc721', { tokenId: 8n })],
      erc721,
      { type: 'tokens', tokenIds: [7n, 8n] },
    ],
    [
      'reach the largest amount',
      [grant('v2', 'erc20'), grant('v2', 'erc20', { amount: 9n }), grant('v2', 'erc20', { amount: 1n })],
      erc20,
      { type: 'amount', amount: 9n },
    ],
    [
      'reach an unlimited amount',
      [grant('v2', 'erc1155', { amount: UNLIMITED })],
      erc1155,
      { type: 'amount', amount: UNLIMITED },
    ],
  ])('%s', (_, grants, asset, reach) => {
    expect(combineReach(grants, asset)).toEqual(reach);
  });
});
