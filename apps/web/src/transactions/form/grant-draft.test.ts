import { decodeRights, parseRights, rightsFromText, rightsWithExpiry } from '@mandate/core';
import { keccak256, slice, stringToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { draftOf, type GrantDraft, readGrantDraft, searchOfDraft } from './grant-draft.ts';
import { draftOfRights, readRightsDraft } from './rights-draft.ts';
import { readUnits, UNLIMITED, writeUnits } from './units.ts';

const NOW_S = Date.UTC(2026, 0, 1) / 1000;
const VAULT = `0x${'c0'.repeat(20)}`;
const HOT = `0x${'a1'.repeat(20)}`;
const CONTRACT = `0x${'c1'.repeat(20)}`;
const FILLED: GrantDraft = {
  ...draftOf({ from: VAULT, to: HOT, contract: CONTRACT, token: '7' }, 1),
  amount: '1.5',
  amountDecimals: 6,
};
const surroundings = { decimals: 6, nowS: NOW_S };

describe('rights', () => {
  const until = '2030-01-01T00:00';
  const expiresAt = Date.UTC(2030, 0, 1) / 1000;

  test('a name is that of Solidity', () => {
    expect(readRightsDraft({ preset: 'claim', name: '', until: '' }, NOW_S).rights).toBe(
      rightsFromText('claim'),
    );
    expect(readRightsDraft({ preset: 'named', name: 'mint', until: '' }, NOW_S).rights).toBe(
      rightsFromText('mint'),
    );
  });

  test('an expiry has the form of the exclusive resolver', () => {
    const named = readRightsDraft({ preset: 'until', name: 'claim', until }, NOW_S).rights ?? '';
    const identifier = slice(keccak256(stringToHex('claim')), 0, 24);
    expect(named).toBe(rightsWithExpiry(identifier, expiresAt));
    expect(decodeRights(parseRights(named))).toEqual({ identifier, expiresAt });
    const global = readRightsDraft({ preset: 'until', name: '', until }, NOW_S).rights ?? '';
    expect(decodeRights(parseRights(global))).toEqual({ identifier: `0x${'00'.repeat(24)}`, expiresAt });
  });

  test.each([
    [{ preset: 'named', name: ' ', until: '' }, { name: 'Enter the right that the app asks for.' }],
    [
      { preset: 'named', name: `0x${'0'.repeat(64)}`, until: '' },
      { name: 'Zero bytes mean full rights. Choose “Everything” instead.' },
    ],
    [{ preset: 'until', name: '', until: '' }, { until: 'Choose the day and time at which it ends.' }],
    [{ preset: 'until', name: '', until: '2025-12-31T23:59' }, { until: 'Choose a time in the future.' }],
    [{ preset: 'until', name: '0x12', until }, { name: 'Enter a name, or 0x and 48 hex digits.' }],
  ] as const)('%o is refused', (draft, problems) => {
    expect(readRightsDraft(draft, NOW_S).problems).toEqual(problems);
  });

  test.each([
    null,
    rightsFromText('claim'),
    rightsFromText('mint'),
    `0x${'ff'.repeat(32)}`,
    rightsWithExpiry(`0x${'ab'.repeat(24)}`, expiresAt),
    rightsWithExpiry(`0x${'00'.repeat(24)}`, expiresAt),
  ])('a form that begins with %s means the same', (rights) => {
    expect(readRightsDraft(draftOfRights(rights), NOW_S).rights).toBe(rights ?? undefined);
  });
});

describe('units', () => {
  test.each([
    ['1', 18, 10n ** 18n],
    ['0.5', 6, 500_000n],
    ['.5', 6, 500_000n],
    ['1,000,000', 0, 1_000_000n],
    ['1,000.25', 2, 100_025n],
    [UNLIMITED.toString(), 0, UNLIMITED],
  ])('%s with %i decimals', (text, decimals, value) => {
    expect(readUnits(text, decimals)).toEqual({ value });
    expect(readUnits(writeUnits(value, decimals), decimals)).toEqual({ value });
  });

  test.each([
    ['', 18, 'Enter an amount above 0.'],
    ['0.00', 18, 'Enter an amount above 0. To end a delegation, revoke it.'],
    ['1.23', 1, 'This token has 1 decimals. The amount has 2.'],
    ['1.5', 0, 'Enter a whole number.'],
    ['1,5', 6, 'An amount is a number such as 12 or 0.5.'],
    ['-1', 6, 'An amount is a number such as 12 or 0.5.'],
    ['.', 6, 'An amount is a number such as 12 or 0.5.'],
    [(UNLIMITED + 1n).toString(), 0, 'Amounts go up to 2^256-1. This is larger.'],
  ])('%s with %i decimals is refused', (text, decimals, problem) => {
    expect(readUnits(text, decimals)).toEqual({ problem });
  });
});

describe('the form', () => {
  test.each([
    ['v2', 'all', {}],
    ['v2', 'contract', { contract: CONTRACT }],
    ['v2', 'erc721', { contract: CONTRACT, tokenId: 7n }],
    ['v2', 'erc20', { contract: CONTRACT, amount: 1_500_000n }],
    ['v1', 'all', {}],
    ['v1', 'contract', { contract: CONTRACT }],
    ['v1', 'token', { contract: CONTRACT, tokenId: 7n }],
  ] as const)('asks for a grant of %s, %s', (registry, kind, scope) => {
    expect(readGrantDraft({ ...FILLED, registry, kind }, surroundings)).toEqual({
      vault: VAULT,
      write: {
        action: 'grant',
        chainId: 1,
        grant: { registry, type: kind, to: HOT, chainId: 1, rights: undefined, ...scope },
      },
    });
  });

  test('an amount of an ERC1155 token is a whole number', () => {
    const draft = { ...FILLED, kind: 'erc1155' } as const;
    expect(readGrantDraft(draft, surroundings).problems).toEqual({ amount: 'Enter a whole number.' });
    const { write } = readGrantDraft({ ...draft, amount: '3' }, surroundings);
    expect(write).toMatchObject({ grant: { amount: 3n, tokenId: 7n } });
  });

  test('an amount needs decimals that the service and the wallet’s node agree on', () => {
    const draft = { ...FILLED, kind: 'erc20' } as const;
    const disputed = { ...surroundings, decimals: 'disputed' } as const;
    expect(readGrantDraft(draft, disputed).problems).toEqual({
      amount: expect.stringContaining('disagree about the decimals'),
    });
    const { write } = readGrantDraft({ ...draft, isUnlimited: true }, disputed);
    expect(write).toMatchObject({ grant: { amount: UNLIMITED } });
  });

  test('a vault does not delegate to itself', () => {
    const { problems } = readGrantDraft(
      { ...FILLED, to: VAULT.toUpperCase().replace('X', 'x') },
      surroundings,
    );
    expect(problems).toEqual({ to: 'This is the vault itself. It needs no delegation to itself.' });
  });

  test('an empty form names every field', () => {
    const empty = draftOf({ kind: 'erc1155' }, 1);
    expect(Object.keys(readGrantDraft(empty, surroundings).problems ?? {}).toSorted()).toEqual([
      'amount',
      'contract',
      'from',
      'to',
      'token',
    ]);
  });

  test('a link asks for the same, and does not name the vault', () => {
    const draft = { ...FILLED, kind: 'erc721', rights: { preset: 'claim', name: '', until: '' } } as const;
    const search = searchOfDraft(draft, rightsFromText('claim'));
    expect(search).not.toHaveProperty('from');
    expect(readGrantDraft({ ...draftOf(search, 5), from: VAULT }, surroundings)).toEqual(
      readGrantDraft(draft, surroundings),
    );
  });
});
