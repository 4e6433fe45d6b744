import type { WalletDelegation } from '@mandate/sdk/explore';
import { MIN_STRANGERS, WINDOW_HOURS } from '@mandate/sdk/words';
import { expect, test } from 'vitest';
import { reviewWallet } from './review-wallet.ts';

const NOW = 1_900_000_000;
const HOUR_S = 3_600;
const SELF = `0x${'a'.repeat(40)}` as const;
const stranger = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as const;

function incoming(number: number, change: Partial<WalletDelegation> = {}): WalletDelegation {
  return {
    chainId: 1,
    registry: 'v2',
    type: 'ALL',
    from: stranger(number),
    to: SELF,
    contract: null,
    tokenId: null,
    tokenType: null,
    amount: null,
    rights: `0x${'00'.repeat(32)}`,
    block: 100,
    transaction: `0x${'00'.repeat(32)}`,
    since: NOW,
    expiresAt: null,
    ...change,
  };
}

/** Strangers that granted at the same time. */
const crowd = (length: number) => Array.from({ length }, (_, index) => incoming(index + 1));

function findUnsolicited(rows: readonly WalletDelegation[], isWhole = true) {
  const asked = { wallet: SELF, rows, isWhole, now: NOW, contracts: null, isLookingUp: false };
  return reviewWallet(asked).findings.find(({ kind }) => kind === 'unsolicited');
}

test('many strangers within a day are a pattern that nobody can revoke but themselves', () => {
  const rows = crowd(MIN_STRANGERS);
  expect(findUnsolicited(rows)).toMatchObject({
    title: '10 strangers delegated to this wallet',
    rows,
    revocable: [],
  });
});

test('one stranger less is no pattern', () => {
  expect(findUnsolicited(crowd(MIN_STRANGERS - 1))).toBeUndefined();
});

test('many delegations of one vault are no pattern', () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    incoming(1, { type: 'CONTRACT', contract: stranger(index) }),
  );
  expect(findUnsolicited(rows)).toBeUndefined();
});

test('the last of them has to come within the window', () => {
  const late = (seconds: number) => [
    ...crowd(MIN_STRANGERS - 1),
    incoming(99, { since: NOW + WINDOW_HOURS * HOUR_S + seconds }),
  ];
  expect(findUnsolicited(late(1))).toBeUndefined();
  expect(findUnsolicited(late(0))?.rows).toHaveLength(MIN_STRANGERS);
});

test.each([
  ['the wallet delegated to', incoming(1, { from: SELF, to: stranger(1), chainId: 10 })],
  ['that also granted at another time', incoming(1, { since: NOW - 30 * 24 * HOUR_S, registry: 'v1' })],
  ['with a delegation of unknown time', incoming(1, { since: null, chainId: 10 })],
])('a wallet %s is no stranger', (_, relation) => {
  expect(findUnsolicited([...crowd(MIN_STRANGERS), relation])).toBeUndefined();
  // The others remain, if they are enough.
  const found = findUnsolicited([...crowd(MIN_STRANGERS + 1), relation]);
  expect(found?.rows.map(({ from }) => from)).not.toContain(stranger(1));
  expect(found?.rows).toHaveLength(MIN_STRANGERS);
});

test('a stranger may grant several times within the window', () => {
  const rows = [...crowd(MIN_STRANGERS), incoming(1, { since: NOW + HOUR_S, registry: 'v1' })];
  expect(findUnsolicited(rows)?.rows).toHaveLength(MIN_STRANGERS + 1);
});

test('an ordinary vault beside the crowd keeps its name', () => {
  const vault = incoming(99, { since: NOW - 100 * 24 * HOUR_S });
  expect(findUnsolicited([...crowd(MIN_STRANGERS), vault])?.rows).not.toContain(vault);
});

test('while delegations are missing, nobody is called a stranger', () => {
  expect(findUnsolicited(crowd(MIN_STRANGERS), false)).toBeUndefined();
});
