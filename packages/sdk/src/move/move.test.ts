/** The rule of the move to v2: what becomes of each v1 delegation. */
import { expect, test } from 'vitest';
import type { Write } from '../calldata/index.ts';
import {
  type ChainGrant,
  type FoundStandard,
  groupWrites,
  MAX_WRITES,
  type MoveStandard,
  planMoveToV2,
} from './index.ts';

const vault = '0x00000000000000000000000000000000000c01D0';
const to = '0x0000000000000000000000000000000000000407';
const contract = '0xC011eC7100000000000000000000000000000001';
const NONE = { contract: null, tokenId: null, tokenType: null, amount: null };
const MOST = 2n ** 256n - 1n;

const v1 = (fields: Partial<ChainGrant>): ChainGrant => ({
  ...{ ...NONE, chainId: 1, registry: 'v1', type: 'ALL', from: vault, to, rights: null, ...fields },
});
const v2 = (fields: Partial<ChainGrant>): ChainGrant =>
  v1({ registry: 'v2', rights: `0x${'00'.repeat(32)}`, ...fields });
const token = v1({ type: 'TOKEN', contract, tokenId: 7n });
const erc721 = { registry: 'v2', type: 'erc721', to, contract, tokenId: 7n };
const erc1155 = { ...erc721, type: 'erc1155', amount: MOST };

interface Case {
  readonly standing?: readonly ChainGrant[];
  readonly standard?: FoundStandard;
  readonly choice?: MoveStandard;
  readonly moves?: object;
  readonly there?: boolean;
  readonly reason?: string;
}
const ITEM = { type: 'TOKEN', tokenType: 'ERC1155', contract, tokenId: 7n } as const;

const CASES: [string, ChainGrant, Case][] = [
  ['ALL', v1({}), { moves: { registry: 'v2', type: 'all', to } }],
  [
    'CONTRACT',
    v1({ type: 'CONTRACT', contract }),
    { moves: { registry: 'v2', type: 'contract', to, contract } },
  ],
  ['an ERC721', token, { standard: 'ERC721', moves: erc721 }],
  ['an ERC1155', token, { standard: 'ERC1155', moves: erc1155 }],
  ['neither or both', token, { standard: 'unclear', reason: 'unclear' }],
  ['no code', token, { standard: 'noCode', reason: 'noCode' }],
  ['nodes that disagree', token, { standard: 'unknown', reason: 'unknown' }],
  ['a choice', token, { standard: 'unclear', choice: 'ERC1155', moves: erc1155 }],
  ['a choice against the contract', token, { standard: 'ERC721', choice: 'ERC1155', moves: erc721 }],
  ['the identical grant', v1({}), { standing: [v2({})], there: true }],
  [
    'one with a right',
    v1({}),
    { standing: [v2({ rights: `0x${'01'.repeat(32)}` })], moves: { type: 'all' } },
  ],
  ['one on another chain', v1({}), { standing: [v2({ chainId: 10 })], moves: { type: 'all' } }],
  ['one of another vault', v1({}), { standing: [v2({ from: to })], moves: { type: 'all' } }],
  [
    'the largest amount',
    token,
    { standard: 'ERC1155', standing: [v2({ ...ITEM, amount: MOST })], there: true },
  ],
  [
    'a smaller amount',
    token,
    { standard: 'ERC1155', standing: [v2({ ...ITEM, amount: 5n })], reason: 'otherAmount' },
  ],
  [
    'a smaller amount that the holder raises',
    token,
    { standard: 'ERC1155', choice: 'ERC1155', standing: [v2({ ...ITEM, amount: 5n })], moves: erc1155 },
  ],
];

test.each(CASES)('%s', (_, row, { standing = [], standard = 'unknown', choice, moves, there, reason }) => {
  const delegations = [row, ...standing];
  const plan = planMoveToV2({ vault, delegations, standardOf: () => standard, choiceOf: () => choice });
  expect(plan.moved).toEqual(moves ? [{ row, grant: expect.objectContaining(moves) }] : []);
  expect(plan.there.map((each) => each.row)).toEqual(there ? [row] : []);
  expect(plan.unmoved).toEqual(reason ? [{ row, reason }] : []);
  expect(plan.groups.flat()).toEqual(plan.moved.map(({ grant }) => ({ action: 'grant', chainId: 1, grant })));
});

test('a multicall has at most 12 million gas of changes, of one chain', () => {
  const write = (chainId: number, registry: 'v1' | 'v2'): Write => ({
    ...{ action: 'revoke', chainId, grant: { registry, type: 'all', to } },
  });
  const many = Array.from({ length: 2 * MAX_WRITES + 1 }, (_, i) => write((i % 2) + 1, 'v2'));
  const groups = groupWrites([...many, write(1, 'v1'), write(1, 'v1')]);
  expect(groups.map((group) => [group[0].chainId, group.length])).toEqual([
    [1, MAX_WRITES],
    [1, 1],
    [1, 1],
    [1, 1],
    [2, MAX_WRITES],
  ]);
});
