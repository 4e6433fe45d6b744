import { describe, expect, test } from 'vitest';
import { CLAIM } from '../../testing/delegations.ts';
import {
  ALL_V1,
  ALL_V2,
  COINS_V2,
  mira,
  plan,
  punks,
  revoke,
  row,
  TOKEN_V1,
  TOKEN_V2,
  team,
  vault,
} from '../testing/plan-rows.ts';

describe('after a grant', () => {
  test('the wallet may act, within its scope and rights', () => {
    const grant = {
      registry: 'v2',
      type: 'erc1155',
      to: mira,
      contract: punks,
      tokenId: 7n,
      amount: 3n,
      rights: CLAIM,
    } as const;
    expect(plan([], [{ action: 'grant', chainId: 8_453, grant }])).toEqual(
      expect.objectContaining({
        after: ['0x3333…0003 may act for up to 3 of token 7 of 0x1111…0001 on Base, only “claim”.'],
        stays: [],
      }),
    );
  });

  test('the largest amount is any amount', () => {
    const grant = {
      registry: 'v2',
      type: 'erc20',
      to: mira,
      contract: punks,
      amount: 2n ** 256n - 1n,
    } as const;
    expect(plan([], [{ action: 'grant', chainId: 1, grant }]).after).toEqual([
      '0x3333…0003 may act for any amount of 0x1111…0001 on Ethereum.',
    ]);
  });

  test('a grant that a broader one makes needless is named', () => {
    const grant = { registry: 'v2', type: 'contract', to: mira, contract: punks } as const;
    expect(plan([ALL_V1], [{ action: 'grant', chainId: 1, grant }]).stays).toEqual([
      '0x3333…0003 may do this already, through the v1 delegation of your whole wallet.',
    ]);
    expect(plan([row({ chainId: 8_453 })], [{ action: 'grant', chainId: 1, grant }]).stays).toEqual([]);
    expect(plan([row({ rights: CLAIM })], [{ action: 'grant', chainId: 1, grant }]).stays).toEqual([]);
  });
});

describe('after a revocation', () => {
  test('the only grant to a wallet leaves nothing', () => {
    const { after, stays } = revoke([TOKEN_V2, row({ to: team })], TOKEN_V2);
    expect(after).toEqual(['0x3333…0003 may no longer act for token 7 of 0x1111…0001 on Ethereum.']);
    expect(stays).toEqual([]);
  });

  test('a broader scope still allows it', () => {
    const { after, stays } = revoke([TOKEN_V2, ALL_V2], TOKEN_V2);
    expect(after).toEqual(['The v2 delegation of token 7 of 0x1111…0001 to 0x3333…0003 on Ethereum ends.']);
    expect(stays).toEqual([
      '0x3333…0003 may still act for token 7 of 0x1111…0001 on Ethereum: the v2 delegation of your whole wallet stays.',
    ]);
  });

  test('the other registry still allows it', () => {
    expect(revoke([ALL_V1, ALL_V2], ALL_V2)).toEqual(
      expect.objectContaining({
        after: ['The v2 delegation of your whole wallet to 0x3333…0003 on Ethereum ends.'],
        stays: [
          '0x3333…0003 may still act for your whole wallet on Ethereum: the v1 delegation of your whole wallet stays.',
        ],
      }),
    );
  });

  test('every delegation that still allows it is named, the other registry’s too', () => {
    const everything = row({ type: 'CONTRACT', contract: punks });
    expect(revoke([TOKEN_V2, everything, ALL_V2, ALL_V1], TOKEN_V2).stays).toEqual([
      '0x3333…0003 may still act for token 7 of 0x1111…0001 on Ethereum: the v2 delegation of everything in 0x1111…0001, the v2 delegation of your whole wallet and the v1 delegation of your whole wallet stay.',
    ]);
  });

  test('a v1 token still allows the same token of v2', () => {
    expect(revoke([TOKEN_V1, TOKEN_V2], TOKEN_V2).stays).toEqual([
      '0x3333…0003 may still act for token 7 of 0x1111…0001 on Ethereum: the v1 delegation of token 7 of 0x1111…0001 stays.',
    ]);
  });

  test('another chain still allows it there', () => {
    expect(revoke([ALL_V2, row({ chainId: 8_453 })], ALL_V2)).toEqual(
      expect.objectContaining({
        after: ['0x3333…0003 may no longer act for your whole wallet on Ethereum.'],
        stays: ['0x3333…0003 may still act for your whole wallet on Base (v2).'],
      }),
    );
  });

  test('a narrower grant stays', () => {
    expect(revoke([ALL_V2, TOKEN_V2], ALL_V2).stays).toEqual([
      '0x3333…0003 may still act for token 7 of 0x1111…0001 on Ethereum (v2).',
    ]);
  });

  test('a grant of one right stays beside the end of full rights', () => {
    expect(revoke([ALL_V2, row({ rights: CLAIM })], ALL_V2)).toEqual(
      expect.objectContaining({
        after: ['0x3333…0003 may no longer act with full rights for your whole wallet on Ethereum.'],
        stays: ['0x3333…0003 may still act for your whole wallet on Ethereum, only “claim” (v2).'],
      }),
    );
  });

  test('full rights still allow one right', () => {
    expect(revoke([ALL_V2, row({ rights: CLAIM })], row({ rights: CLAIM })).stays).toEqual([
      '0x3333…0003 may still act for your whole wallet on Ethereum: the v2 delegation of your whole wallet stays.',
    ]);
  });

  test('a smaller amount does not allow a larger one, and incoming grants do not count', () => {
    const less = { ...COINS_V2, amount: 5n, rights: CLAIM };
    const incoming = row({ from: mira, to: vault });
    expect(revoke([COINS_V2, less, incoming], COINS_V2)).toEqual(
      expect.objectContaining({
        after: ['0x3333…0003 may no longer act for up to 500 of 0x2222…0002 on Ethereum.'],
        stays: ['0x3333…0003 may still act for up to 5 of 0x2222…0002 on Ethereum, only “claim” (v2).'],
      }),
    );
  });

  test('both ended at once leave nothing', () => {
    expect(revoke([ALL_V1, ALL_V2], ALL_V1, ALL_V2).stays).toEqual([]);
  });

  test('many other grants are counted', () => {
    const others = Array.from({ length: 7 }, (_, i) => ({ ...TOKEN_V2, tokenId: 100n + BigInt(i) }));
    const { stays } = revoke([ALL_V2, ...others], ALL_V2);
    expect(stays).toHaveLength(6);
    expect(stays.at(-1)).toBe('2 more delegations to 0x3333…0003 stay.');
  });
});
