import type { Network } from '@mandate/sdk';
import { encodeCall, multicallCall } from '@mandate/sdk/calldata';
import { grantCall, revokeAllDelegatesCall, revokeCall, revokeDelegateCall } from '@mandate/sdk/write';
import { describe, expect, test } from 'vitest';
import {
  ALL_V1,
  ALL_V2,
  COINS_V2,
  CONTRACT_V1,
  coins,
  mira,
  plan,
  punks,
  revoke,
  row,
  TOKEN_V1,
  TOKEN_V2,
  team,
  UNTIL_2030,
  UNTIL_2031,
  V1,
  V2,
  vault,
} from '../testing/plan-rows.ts';
import { planWrites, replacementOf, revocationOf } from './plan.ts';
import type { Address } from './write.ts';

describe('transactions', () => {
  test('several v2 revocations of a chain are one multicall to the registry', () => {
    const { transactions } = revoke([ALL_V2, TOKEN_V2], ALL_V2, TOKEN_V2);
    const calls = [
      revokeCall({ registry: 'v2', type: 'all', to: mira }),
      revokeCall({ registry: 'v2', type: 'erc721', to: mira, contract: punks, tokenId: 7n }),
    ];
    expect(transactions).toEqual([
      expect.objectContaining({
        chainId: 1,
        from: vault,
        to: V2,
        data: encodeCall(multicallCall(calls)),
        title: 'Revoke 2 delegations on Ethereum',
      }),
    ]);
  });

  test('v1 has no multicall: each revocation is a transaction and ends one grant only', () => {
    const { transactions } = revoke([], ALL_V1, TOKEN_V1);
    expect(transactions.map(({ to, data }) => ({ to, data }))).toEqual([
      { to: V1, data: encodeCall(revokeCall({ registry: 'v1', type: 'all', to: mira })) },
      {
        to: V1,
        data: encodeCall(
          revokeCall({ registry: 'v1', type: 'token', to: mira, contract: punks, tokenId: 7n }),
        ),
      },
    ]);
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(2);
  });

  test('the transactions of a chain stay together', () => {
    const onBase = row({ chainId: 8_453 });
    const { transactions } = revoke([], ALL_V1, onBase, ALL_V2, { ...onBase, to: team }, TOKEN_V1);
    expect(transactions.map(({ chainId, registry }) => `${chainId} ${registry}`)).toEqual([
      '1 v1',
      '1 v2',
      '1 v1',
      '8453 v2',
    ]);
  });

  test('an expiry is changed by a new grant and the end of the old one, in one multicall', () => {
    const old = row({ rights: UNTIL_2030, expiresAt: 1_893_456_000 });
    const { transactions, after } = plan([old], replacementOf(old, { rights: UNTIL_2031 }));
    const calls = [
      grantCall({ registry: 'v2', type: 'all', to: mira, rights: UNTIL_2031 }),
      revokeCall({ registry: 'v2', type: 'all', to: mira, rights: UNTIL_2030 }),
    ];
    expect(transactions.map(({ data }) => data)).toEqual([encodeCall(multicallCall(calls))]);
    expect(transactions[0]?.title).toBe('Change a delegation on Ethereum');
    expect(after).toEqual([
      '0x3333…0003 may act for your whole wallet on Ethereum, only 0xabab…abab until Jan 1, 2031.',
      'The registry itself does not end it on that day. Apps that know rights with a last day do.',
      '0x3333…0003 may no longer act for your whole wallet on Ethereum, only 0xabab…abab until Jan 1, 2030.',
    ]);
  });

  test('an amount is overwritten by the new one', () => {
    const writes = replacementOf(COINS_V2, { amount: 20n });
    const { transactions, after } = plan([COINS_V2], writes);
    const call = grantCall({ registry: 'v2', type: 'erc20', to: mira, contract: coins, amount: 20n });
    expect(transactions.map(({ data }) => data)).toEqual([encodeCall(call)]);
    expect(after).toEqual([
      '0x3333…0003 may act for up to 20 of 0x2222…0002 on Ethereum instead of up to 500.',
    ]);
  });

  test('a chain without the registry has no transaction and is named', () => {
    const onBase = revoke([], row({ registry: 'v1', chainId: 8_453 }), ALL_V2);
    expect(onBase.transactions.map(({ chainId }) => chainId)).toEqual([1]);
    const next = 'Choose another chain or registry, or reload the page later.';
    expect(onBase.problems).toEqual([`The service knows no v1 registry on Base. ${next}`]);
    const unknown = revoke([], row({ chainId: 5 }));
    expect(unknown).toMatchObject({
      transactions: [],
      problems: [`The service knows no v2 registry on chain 5. ${next}`],
    });
    expect(revoke([], ALL_V2).problems).toEqual([]);
  });

  test('another address than the registry’s is a problem, and nothing is said to change', () => {
    const onOptimism = row({ chainId: 10 });
    expect(revoke([onOptimism], onOptimism)).toEqual({
      transactions: [],
      after: [],
      stays: [],
      problems: [
        `The service names 0x0000000000000000000000000000000000000202 as the v2 registry on OP Mainnet. It is ${V2}, so this page sends nothing. Use another service, and report this to its operator.`,
      ],
    });
    // The other registry of the chain is right.
    const { transactions, after } = revoke([onOptimism], onOptimism, row({ registry: 'v1', chainId: 10 }));
    expect(transactions).toEqual([expect.objectContaining({ to: V1, isKnownRegistry: true })]);
    expect(after).toEqual(['The v1 delegation of your whole wallet to 0x3333…0003 on OP Mainnet ends.']);
  });

  test('an address that only the service names is marked', () => {
    const { transactions, problems } = revoke([], row({ chainId: 31_337 }), ALL_V2);
    expect(problems).toEqual([]);
    expect(transactions.map(({ chainId, isKnownRegistry }) => [chainId, isKnownRegistry])).toEqual([
      [31_337, false],
      [1, true],
    ]);
  });

  test('a transaction of another vault or registry has another id', () => {
    const write = revocationOf(ALL_V2);
    const idOf = (from: Address, to: Address) => {
      const networks = [{ chainId: 5, name: 'Local', registries: { v1: null, v2: to } } as Network];
      const writes = [{ ...write, chainId: 5 }];
      return planWrites({ vault: from, networks, standing: [], writes }).transactions[0]?.id;
    };
    expect(new Set([idOf(vault, V2), idOf(team, V2), idOf(vault, V1)]).size).toBe(3);
    expect(idOf(vault, V2)).toBe(idOf(vault.toLowerCase() as Address, V2));
  });
});

describe('v1 has three ways to revoke', () => {
  const standing = [ALL_V1, CONTRACT_V1, TOKEN_V1, row({ registry: 'v1', to: team }), ALL_V2];

  test('one grant: the two other kinds stay', () => {
    const { transactions, after, stays } = revoke(standing, TOKEN_V1);
    expect(transactions[0]?.data.slice(-1)).toBe('0');
    expect(after).toEqual(['The v1 delegation of token 7 of 0x1111…0001 to 0x3333…0003 on Ethereum ends.']);
    expect(stays[0]).toBe(
      '0x3333…0003 may still act for token 7 of 0x1111…0001 on Ethereum: the v1 delegation of your whole wallet, the v1 delegation of everything in 0x1111…0001 and the v2 delegation of your whole wallet stay.',
    );
  });

  test('revokeDelegate: all three kinds to that wallet end, v2 stays', () => {
    const { transactions, after, stays } = plan(standing, [{ action: 'revokeWallet', chainId: 1, to: mira }]);
    expect(transactions).toEqual([
      expect.objectContaining({ to: V1, data: encodeCall(revokeDelegateCall(mira)) }),
    ]);
    expect(after).toEqual([
      'Every v1 delegation to 0x3333…0003 on Ethereum ends: your whole wallet, 1 contract, and 1 token.',
    ]);
    expect(stays).toEqual([
      '0x3333…0003 may still act for your whole wallet on Ethereum: the v2 delegation of your whole wallet stays.',
      '0x3333…0003 may still act for everything in 0x1111…0001 on Ethereum: the v2 delegation of your whole wallet stays.',
      '0x3333…0003 may still act for token 7 of 0x1111…0001 on Ethereum: the v2 delegation of your whole wallet stays.',
    ]);
  });

  test('revokeAllDelegates: every wallet’s end, v2 and other chains stay', () => {
    const { transactions, after, stays } = plan(
      [...standing, row({ chainId: 8_453 }), row({ chainId: 8_453, to: team })],
      [{ action: 'revokeEveryone', chainId: 1 }],
    );
    expect(transactions).toEqual([
      expect.objectContaining({ to: V1, data: encodeCall(revokeAllDelegatesCall()) }),
    ]);
    expect(after).toEqual([
      'Every v1 delegation of this wallet on Ethereum ends: 4 delegations to 2 wallets.',
    ]);
    expect(stays).toEqual(['1 v2 delegation on Ethereum stays.', '2 delegations on other chains stay.']);
  });
});
