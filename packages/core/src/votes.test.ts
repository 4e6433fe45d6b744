import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { createDelegation } from './delegation.ts';
import type { Asset, Standard } from './reach.ts';
import type { Kind, Registry } from './registries.ts';
import { FULL_RIGHTS, rightsFromText } from './rights.ts';
import { divideVotes, listVotingTokens, rankVotingGrants } from './votes.ts';

const address = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const [contract, other] = [address('e'), address('f')];
const NAMES = { H: address('1'), A: address('a'), B: address('b'), C: address('c') };
type Name = keyof typeof NAMES;
const VOTE = rightsFromText('vote');

/** `v2 contract vote A`: registry, kind, right, delegate. More: a token id, or an amount, and another contract. */
function grant(text: string, log: number) {
  const [registry, kind, right, to, number = '0', elsewhere] = text.split(' ');
  const delegation = createDelegation({
    registry: registry as Registry,
    kind: kind as Kind,
    from: NAMES.H,
    to: NAMES[to as Name],
    contract: elsewhere ? other : contract,
    tokenId: kind === 'erc1155' ? 7n : BigInt(number),
    rights: right === 'full' ? FULL_RIGHTS : right === 'vote' ? VOTE : rightsFromText('claim'),
    amount: BigInt(number),
  });
  return { delegation, since: { block: 1 + Math.floor(log / 2), log: log % 2 } };
}

/** The grants are in the order in which they were made. */
const CASES: readonly [
  Standard,
  balance: bigint,
  owned: bigint[],
  grants: string[],
  voters: Name[] | null,
  string,
][] = [
  ['ERC20', 9n, [], [], null, 'H9'],
  ['ERC20', 0n, [], ['v2 all full A'], null, ''],
  // The right before full rights, though broader; the narrower; the later, across registries and blocks.
  ['ERC20', 9n, [], ['v2 all vote A', 'v2 contract full B', 'v2 all full C'], null, 'A9'],
  ['ERC20', 9n, [], ['v1 contract full A', 'v2 all full B'], null, 'A9'],
  ['ERC20', 9n, [], ['v2 all full A', 'v1 all full B'], null, 'B9'],
  ['ERC20', 9n, [], ['v1 all full B', 'v2 all full A'], null, 'A9'],
  ['ERC20', 9n, [], ['v2 all full A', 'v2 all full B', 'v2 all full C'], null, 'C9'],
  ['ERC20', 9n, [], ['v2 all claim A', 'v2 contract full A 0 elsewhere'], null, 'H9'],
  // A grant to itself is one like others.
  ['ERC20', 9n, [], ['v2 all full A', 'v2 contract full H'], null, 'H9'],
  // Amounts, the later first, until the balance is used; the largest of one delegate, not the sum.
  ['ERC20', 9n, [], ['v2 erc20 full A 6', 'v2 erc20 full B 5'], null, 'B5 A4'],
  ['ERC20', 9n, [], ['v2 erc20 full A 2', 'v2 all full B', 'v2 erc20 full H 3'], null, 'H3 A2 B4'],
  ['ERC20', 9n, [], ['v2 erc20 full A 6', 'v2 erc20 vote A 5'], null, 'A6 H3'],
  ['ERC20', 9n, [], ['v1 token full A 7', 'v2 erc721 full A 7', 'v2 erc1155 full A 3'], null, 'H9'],
  ['ERC1155', 9n, [], ['v2 erc1155 full A 3', 'v2 erc20 full B 3'], null, 'A3 H6'],
  ['ERC1155', 9n, [], ['v2 erc1155 full A 3', 'v1 token full B 7', 'v1 token full C 8'], null, 'B9'],
  // Tokens: only those that the holder owns, and none behind a grant of all.
  [
    'ERC721',
    3n,
    [1n, 2n],
    ['v2 all full A', 'v2 erc721 full B 1', 'v1 token full C 2', 'v2 erc721 full C 5'],
    null,
    'C1 B1 A1',
  ],
  ['ERC721', 3n, [1n], ['v2 erc721 full B 1', 'v1 token full C 1'], null, 'C1 H2'],
  ['ERC721', 3n, [], ['v2 erc721 full B 1', 'v2 all vote A'], null, 'A3'],
  // Of those who vote: the holder, else the first in the order.
  ['ERC20', 9n, [], ['v2 all full A', 'v2 contract full B'], ['H', 'B'], 'H9'],
  ['ERC20', 9n, [], ['v2 all full A', 'v2 contract full B'], ['A', 'C'], 'A9'],
  ['ERC20', 9n, [], ['v2 all full A', 'v2 erc20 full H 5', 'v2 erc20 full B 4'], ['A', 'B'], 'B4 A5'],
  ['ERC20', 9n, [], ['v2 erc20 full B 4'], ['B'], 'B4'],
  ['ERC20', 9n, [], ['v2 all full A'], ['B'], ''],
];

test.each(CASES)(
  '%s, %s of them, own %s: %j, voters %j',
  (standard, balance, owned, texts, named, expected) => {
    const asset: Asset = { standard, contract, tokenId: standard === 'ERC1155' ? 7n : null, rights: VOTE };
    const voters = named && new Set(named.map((name) => NAMES[name]));
    // The order in which they are read does not matter.
    const ranked = rankVotingGrants(texts.map(grant).toReversed(), asset, voters);
    const named721 = listVotingTokens(ranked, asset);
    const tokenIds = new Set(owned.filter((id) => named721.includes(id)));
    expect(tokenIds).toEqual(new Set(owned));
    const votes = divideVotes({ holder: NAMES.H, balance, tokenIds }, ranked, asset, voters);
    const nameOf = (voter: string) => Object.entries(NAMES).find(([, each]) => each === voter)?.[0];
    expect([...votes].map(([voter, count]) => `${nameOf(voter)}${count}`).join(' ')).toBe(expected);
  },
);
