import { expect, test } from 'vitest';
import { address, CLAIM, delegation, FULL, nameOfChain, token } from '../../testing/delegations.ts';
import { type Row, rowsOf } from '../wallet/rows.ts';
import { type Summarised, summarise } from './graph-model.ts';
import { type NameInGraph, subtitleOf } from './graph-shapes.ts';

const WALLET = address('aB');
const ROOM = { wallets: 5, rows: 9 };
const present = (...rows: Parameters<typeof delegation>[0][]) =>
  rowsOf(WALLET, rows.map(delegation), nameOfChain);
const about = (rows: readonly Row[], fields: Partial<Summarised> = {}): Summarised => ({
  rows,
  unsolicited: new Set(),
  nameOfChain,
  ...fields,
});

test('the graph counts the grants that it does not show', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) =>
    token(BigInt(n), {
      chainId: (n % 5) + 1,
      to: address(String(n % 700)),
      contract: address(`c${n % 11}`),
      rights: n % 3 ? FULL : CLAIM,
    }),
  );
  const { counterparts, moreGrants, moreWallets } = summarise(about(present(...rows)), ROOM);
  const shown = counterparts.map(({ scopes, moreGrants }) =>
    scopes.reduce((sum, scope) => sum + scope.grants, moreGrants),
  );
  expect(shown.reduce((sum, grants) => sum + grants, moreGrants)).toBe(5_000);
  expect(shown).toEqual(counterparts.map(({ grants }) => grants));
  expect(counterparts.length + moreWallets).toBe(700);
});

test('tokens with other rights and on other chains are drawn apart, whole wallets together', () => {
  const rows = present(
    token(1n),
    token(2n),
    token(3n, { rights: CLAIM }),
    token(4n, { chainId: 2 }),
    {},
    { chainId: 2 },
    { chainId: 3 },
  );
  const [counterpart] = summarise(about(rows), ROOM).counterparts;
  // A contract is called by its own name, which is known on one of the chains here.
  const nameOf: NameInGraph = (_, chainId, room) =>
    chainId === 2 ? `“${'Long name'.slice(0, room)}”` : null;
  expect(counterpart?.scopes.map((scope) => [scope.title, subtitleOf(scope, nameOf), scope.rights])).toEqual([
    ['Whole wallet', 'on 3 chains', 'full rights'],
    ['2 tokens', '0x0000…000c on chain-1', 'full rights'],
    ['Token #4', '“Long name” on chain-2', 'full rights'],
    ['Token #3', '0x0000…000c on chain-1', '“claim”'],
  ]);
});

test('a wallet is marked if one of its rows is', () => {
  const rows = present({ from: address('5'), to: WALLET }, { from: address('6'), to: WALLET });
  const { counterparts } = summarise(about(rows, { unsolicited: new Set([rows[1]]) }), ROOM);
  expect(counterparts.map(({ isUnsolicited }) => isUnsolicited)).toEqual([false, true]);
});
