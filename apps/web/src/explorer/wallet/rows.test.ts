import { createRandom, pick } from '@mandate/contracts';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import { address, CLAIM, delegation, FULL, nameOfChain, token } from '../../testing/delegations.ts';
import { listItems } from '../list/list-items.ts';
import { countRows, createSearch, filterByFacets, groupByPerson } from './people.ts';
import { type Row, rowsOf } from './rows.ts';

const [WALLET, HOT, STRANGER] = [address('aB'), address('1'), address('2')];
const seen = (...rows: Partial<WalletDelegation>[]) =>
  rowsOf(
    WALLET.toLowerCase(),
    rows.map((fields) => delegation({ from: WALLET, to: HOT, ...fields })),
    nameOfChain,
  );

test('directions stay apart, whatever the case of the wallet', () => {
  const rows = seen({}, { from: STRANGER, to: WALLET });
  expect(rows.map(({ direction, counterpart }) => [direction, counterpart])).toEqual([
    ['outgoing', HOT],
    ['incoming', STRANGER],
  ]);
});

test('a grant to itself is outgoing', () => {
  expect(seen({ to: WALLET })).toMatchObject([{ isSelf: true, direction: 'outgoing' }]);
});

test('a limited grant never reads as a full one', () => {
  const [limited, full, ofV1] = seen({ rights: CLAIM }, {}, { registry: 'v1', rights: null });
  expect(limited).toMatchObject({ rightsText: 'Only “claim”', isLimited: true });
  expect(full).toMatchObject({ rightsText: 'Full rights', isLimited: false });
  expect(ofV1).toMatchObject({ rightsText: 'Full rights', isLimited: false });
});

test('rows that differ in one field have different keys', () => {
  const differing: Partial<WalletDelegation>[] = [
    {},
    { chainId: 8453 },
    { registry: 'v1', rights: null },
    { rights: CLAIM },
    { to: STRANGER },
    { type: 'CONTRACT', contract: address('c') },
    token(1n),
    token(2n),
    token(1n, { tokenType: 'ERC1155' }),
  ];
  expect(new Set(seen(...differing).map(({ key }) => key)).size).toBe(differing.length);
});

test('a person has all delegations in both directions, on all chains and in both registries', () => {
  const people = groupByPerson(
    seen(
      { from: STRANGER, to: WALLET },
      { from: HOT, to: WALLET, chainId: 8453 },
      token(7n, { to: HOT, from: WALLET }),
      { registry: 'v1', rights: null, chainId: 10 },
    ),
  );
  expect(people.map((person) => person.address)).toEqual([HOT, STRANGER]);
  expect(people[0]?.rows.map(({ direction, kind, chainId }) => [direction, kind, chainId])).toEqual([
    ['outgoing', 'all', 10],
    ['outgoing', 'erc721', 1],
    ['incoming', 'all', 8453],
  ]);
});

test('those who may act for the whole wallet come first, then those who may act, then the largest', () => {
  const [few, many, whole] = [address('3'), address('4'), address('5')];
  const fromOthers = (from: Row['from'], count: number) =>
    Array.from({ length: count }, (_, n) => token(BigInt(n), { from, to: WALLET }));
  const people = groupByPerson(
    seen(
      ...fromOthers(few, 1),
      ...fromOthers(many, 9),
      token(1n, { to: HOT, from: WALLET }),
      { to: whole },
      { to: WALLET },
    ),
  );
  expect(people.map((person) => person.address)).toEqual([whole, HOT, many, few, WALLET]);
});

test('facets are combined', () => {
  const rows = seen({}, { chainId: 8453 }, { chainId: 8453, registry: 'v1', rights: null });
  const find = (facets: Parameters<typeof filterByFacets>[1]) => filterByFacets(rows, facets).length;
  expect([
    find({}),
    find({ chain: 8453 }),
    find({ chain: 8453, registry: 'v1' }),
    find({ chain: 3 }),
  ]).toEqual([3, 2, 1, 0]);
  expect(find({ show: 'incoming' })).toBe(0);
  expect(find({ kind: 'all', within: new Set([rows[1]]) })).toBe(1);
});

test('a search finds rows with all its words, and keeps the order of the people', () => {
  const people = groupByPerson(
    seen(
      token(12n, { from: WALLET, to: HOT, rights: CLAIM }),
      token(13n, { from: WALLET, to: HOT, chainId: 8453 }),
      { from: STRANGER, to: WALLET },
    ),
  );
  const search = createSearch(people);
  const find = (q: string) =>
    search(q).flatMap(({ rows }) => rows.map(({ tokenId, from }) => tokenId ?? from));
  expect(find('CLAIM 12')).toEqual([12n]);
  expect(find('claim 13')).toEqual([]);
  expect(find('chain-8453')).toEqual([13n]);
  expect(find(' '), 'full rights first').toEqual([13n, 12n, STRANGER]);
  expect(countRows(search(HOT.toUpperCase()))).toBe(2);
});

test('a search that continues another finds the same', () => {
  const random = createRandom(7);
  const rows = Array.from({ length: 300 }, (_, n) =>
    token(BigInt(n), { from: WALLET, to: address(String(n % 40)), rights: n % 3 ? CLAIM : FULL }),
  );
  const people = groupByPerson(seen(...rows));
  const search = createSearch(people);
  let q = '';
  for (let step = 0; step < 300; step++) {
    q = random() < 0.4 ? q.slice(0, -1) : q + pick(random, ['0', '1', '2', '3', ' ', 'c', 'l', 'a', 'm']);
    const fresh = createSearch(people)(q);
    expect(search(q), `seed 7, ${q}`).toEqual(fresh);
    const words = q.split(' ').filter(Boolean);
    const wanted = people
      .flatMap((person) => person.rows)
      .filter(({ text }) => words.every((word) => text.includes(word)));
    expect(countRows(fresh)).toBe(wanted.length);
  }
});

test('many delegations of a person are folded away, but never a single one', () => {
  const ofPerson = (count: number) =>
    groupByPerson(
      seen(...Array.from({ length: count }, (_, n) => token(BigInt(n), { from: WALLET, to: HOT }))),
    );
  const types = (count: number, unfolded = new Set<string>()) =>
    Object.entries(Object.groupBy(listItems(ofPerson(count), unfolded), ({ type }) => type)).map(
      ([type, items]) => [type, items.length],
    );
  expect(types(6)).toEqual([
    ['person', 1],
    ['row', 6],
  ]);
  expect(types(7)).toEqual([
    ['person', 1],
    ['row', 5],
    ['fold', 1],
  ]);
  expect(types(7, new Set([HOT]))).toEqual([
    ['person', 1],
    ['row', 7],
    ['fold', 1],
  ]);
  expect(listItems(ofPerson(7), new Set()).at(-1)).toMatchObject({ hidden: 2 });
});
