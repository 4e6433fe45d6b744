import { expect, test } from 'vitest';
import { writeAmount } from '../../components/grant-words.ts';
import { type DelegationRow, filterGrants, rowOfV1, seenFrom } from './grants.ts';
import { summarise } from './graph-model.ts';

const address = (digits: string) => `0x${digits.padStart(40, '0')}` as const;
const [WALLET, HOT, STRANGER, CONTRACT] = [address('aB'), address('1'), address('2'), address('c')];
const FULL = `0x${'00'.repeat(32)}` as const;
const CLAIM = `0x${'636c61696d'.padEnd(64, '0')}` as const;

const row = (fields: Partial<DelegationRow>): DelegationRow => ({
  registry: 'v2',
  type: 'ALL',
  from: WALLET,
  to: HOT,
  contract: null,
  tokenId: null,
  rights: FULL,
  tokenType: null,
  amount: null,
  ...fields,
});
const token = (tokenId: bigint, fields: Partial<DelegationRow> = {}) =>
  row({ type: 'TOKEN', tokenType: 'ERC721', contract: CONTRACT, tokenId, ...fields });

test('directions stay apart, whatever the case of the wallet', () => {
  const rows = [row({}), row({ from: STRANGER, to: WALLET }), row({ from: HOT, to: WALLET })];
  const { outgoing, incoming } = seenFrom(WALLET.toLowerCase(), rows);
  expect(outgoing.map(({ counterpart }) => counterpart)).toEqual([HOT]);
  expect(incoming.map(({ counterpart }) => counterpart)).toEqual([STRANGER, HOT]);
});

test('a grant from a wallet that was given nothing is unsolicited', () => {
  const rows = [row({}), row({ from: STRANGER, to: WALLET }), row({ from: HOT, to: WALLET })];
  expect(seenFrom(WALLET, rows).incoming.map(({ isUnsolicited }) => isUnsolicited)).toEqual([true, false]);
});

test('a grant to itself is outgoing, once, and never unsolicited', () => {
  const { outgoing, incoming } = seenFrom(WALLET, [row({ to: WALLET })]);
  expect(outgoing).toMatchObject([{ isSelf: true, isUnsolicited: false }]);
  expect(incoming).toEqual([]);
});

test('a limited grant never reads as a full one', () => {
  const [limited, full, ofV1] = seenFrom(WALLET, [
    row({ rights: CLAIM }),
    row({}),
    rowOfV1({ type: 'ALL', delegate: HOT, vault: WALLET, contract: null, tokenId: null }),
  ]).outgoing;
  expect(limited).toMatchObject({ rightsText: 'Only “claim”', isLimited: true });
  expect(full).toMatchObject({ rightsText: 'Full rights', isLimited: false });
  expect(ofV1).toMatchObject({ rightsText: 'Full rights', rights: null });
});

test('every digit of an amount is there', () => {
  expect(writeAmount(2n ** 255n).replaceAll(',', '')).toBe(String(2n ** 255n));
  expect(writeAmount(0n)).toBe('0');
  expect(writeAmount(2n ** 256n - 1n)).toBe('Unlimited');
});

test('a filter matches all its words and the kind', () => {
  const { outgoing } = seenFrom(WALLET, [token(12n, { rights: CLAIM }), token(13n), row({})]);
  const find = (q: string, kind?: 'erc721') =>
    filterGrants(outgoing, { q, kind }).map(({ tokenId }) => tokenId);
  expect(find('CLAIM 12')).toEqual([12n]);
  expect(find('claim 13')).toEqual([]);
  expect(find('', 'erc721')).toEqual([12n, 13n]);
  expect(find(' ')).toHaveLength(3);
});

test('the graph counts the grants that it does not show', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) =>
    token(BigInt(n), {
      to: address(String(n % 700)),
      contract: address(`c${n % 11}`),
      rights: n % 3 ? FULL : CLAIM,
    }),
  );
  const { counterparts, moreGrants, moreWallets } = summarise(seenFrom(WALLET, rows).outgoing, {
    wallets: 5,
    rows: 9,
  });
  const shown = counterparts.map(({ scopes, moreGrants }) =>
    scopes.reduce((sum, scope) => sum + scope.grants, moreGrants),
  );
  expect(shown.reduce((sum, grants) => sum + grants, moreGrants)).toBe(5_000);
  expect(shown).toEqual(counterparts.map(({ grants }) => grants));
  expect(counterparts.length + moreWallets).toBe(700);
});

test('tokens with other rights are drawn apart', () => {
  const { outgoing } = seenFrom(WALLET, [token(1n), token(2n), token(3n, { rights: CLAIM }), row({})]);
  const [counterpart] = summarise(outgoing, { wallets: 5, rows: 9 }).counterparts;
  expect(counterpart?.scopes.map(({ title, rights }) => [title, rights])).toEqual([
    ['Whole wallet', 'full rights'],
    ['2 tokens', 'full rights'],
    ['Token #3', '“claim”'],
  ]);
});
