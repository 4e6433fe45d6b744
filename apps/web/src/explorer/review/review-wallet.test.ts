import type { WalletDelegation } from '@mandate/sdk/explore';
import { expect, test } from 'vitest';
import { keyOfDelegate, listDelegates } from './delegates.ts';
import type { FindingKind, Reviewed } from './review.ts';
import { reviewWallet } from './review-wallet.ts';
import { MAX_LOOKUPS } from './thresholds.ts';

const NOW = 1_900_000_000;
const DAY_S = 86_400;
const FULL = `0x${'00'.repeat(32)}` as const;
const VOTE = `0x${'766f7465'.padEnd(64, '0')}` as const;

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as const;
const SELF = address(0xa);
const HOT = address(1);
const OTHER = address(2);
const COLLECTION = address(0xc0);

/** A delegation of one contract, granted by the wallet yesterday. */
function row(change: Partial<WalletDelegation> = {}): WalletDelegation {
  return {
    chainId: 1,
    registry: 'v2',
    type: 'CONTRACT',
    from: SELF,
    to: HOT,
    contract: COLLECTION,
    tokenId: null,
    tokenType: null,
    amount: null,
    rights: change.registry === 'v1' ? null : FULL,
    block: 100,
    transaction: FULL,
    since: NOW - DAY_S,
    expiresAt: null,
    ...change,
  } as WalletDelegation;
}

const whole = (change: Partial<WalletDelegation> = {}) => row({ type: 'ALL', contract: null, ...change });

function review(rows: readonly WalletDelegation[], change: Partial<Reviewed> = {}) {
  const asked = listDelegates(rows.filter(({ from }) => from === SELF));
  const contracts = new Map(asked.map((delegate) => [keyOfDelegate(delegate), false]));
  return reviewWallet({
    wallet: SELF.toUpperCase().replace('0X', '0x'),
    rows,
    isWhole: true,
    now: NOW,
    contracts,
    isLookingUp: false,
    ...change,
  });
}

const find = (kind: FindingKind, ...asked: Parameters<typeof review>) =>
  review(...asked).findings.find((finding) => finding.kind === kind);

test('an ordinary wallet has no findings, and nothing was left out', () => {
  const rows = [row(), row({ from: HOT, to: SELF }), row({ from: OTHER, to: SELF })];
  expect(review(rows)).toEqual({ findings: [], notLookedAt: [] });
  expect(review([])).toEqual({ findings: [], notLookedAt: [] });
});

test('whole-wallet delegations with full rights are found in both registries', () => {
  const rows = [whole(), whole({ registry: 'v1', to: OTHER }), row()];
  expect(find('whole-wallet', rows)).toMatchObject({
    title: '2 wallets may act for this whole wallet',
    rows: rows.slice(0, 2),
    revocable: rows.slice(0, 2),
  });
  expect(find('whole-wallet', [whole()])?.title).toBe('1 wallet may act for this whole wallet');
  // The same wallet on two chains is one wallet.
  expect(find('whole-wallet', [whole(), whole({ chainId: 10 })])?.title).toMatch(/^1 wallet /);
});

test.each([
  ['limited to a right', whole({ rights: VOTE })],
  ['of one contract', row()],
  ['from another wallet', whole({ from: OTHER, to: SELF })],
  ['to the wallet itself', whole({ to: SELF })],
])('a delegation %s is no whole-wallet finding', (_, one) => {
  expect(find('whole-wallet', [one])).toBeUndefined();
});

test('delegations to contracts are found on the chain that has the code', () => {
  const rows = [row({ chainId: 1 }), row({ chainId: 10 }), row({ to: OTHER })];
  const contracts = new Map<string, boolean | null>([
    [keyOfDelegate({ chainId: 1, address: HOT }), true],
    [keyOfDelegate({ chainId: 10, address: HOT }), false],
    [keyOfDelegate({ chainId: 1, address: OTHER }), false],
  ]);
  expect(find('contracts', rows, { contracts })).toMatchObject({
    title: '1 wallet that may act is a contract',
    rows: [rows[0]],
    revocable: [rows[0]],
  });
});

test('a delegate that nobody looked up is neither a contract nor ordinary', () => {
  const silent = new Map([[keyOfDelegate({ chainId: 1, address: HOT }), null]]);
  expect(review([row()], { contracts: silent })).toEqual({
    findings: [],
    notLookedAt: ['It is not known whether 1 wallet is a contract: the nodes did not answer.'],
  });
  expect(review([row()], { contracts: new Map() }).notLookedAt).toEqual([
    `1 wallet was not looked up, because a review asks about ${MAX_LOOKUPS} at most. They may be contracts.`,
  ]);
  expect(review([row()], { contracts: new Map(), isLookingUp: true }).notLookedAt).toEqual([
    'Which wallets are contracts is still being looked up.',
  ]);
  expect(review([row()], { contracts: null }).notLookedAt).toHaveLength(1);
  // Incoming delegations have no delegate to look up.
  expect(review([row({ from: HOT, to: SELF })], { contracts: null }).notLookedAt).toEqual([]);
});

test('whole-wallet delegates are looked up first, then the newest, each once per chain', () => {
  const rows = [
    row({ to: address(3), since: NOW - 50 }),
    row({ to: address(4), since: NOW - 10 }),
    row({ to: address(4), since: NOW - 90 }),
    row({ to: address(4), chainId: 10, since: NOW - 20 }),
    row({ to: address(5), since: null }),
    whole({ to: address(6), since: NOW - 99 }),
  ];
  expect(listDelegates(rows).map(({ chainId, address: to }) => [chainId, Number(to)])).toEqual([
    [1, 6],
    [1, 4],
    [10, 4],
    [1, 3],
    [1, 5],
  ]);
});

test('v1 delegations that also stand in v2 are found, and only those of v1 are to be revoked', () => {
  const old = row({ registry: 'v1' });
  const rows = [row(), old];
  expect(find('both-registries', rows)).toMatchObject({
    title: '1 v1 delegation is in registry v2, too',
    rows,
    revocable: [old],
  });
  expect(find('both-registries', rows)?.text).not.toContain('limited');
  expect(find('both-registries', [row({ rights: VOTE }), old])?.text).toContain(
    'v1 has no limits of that kind: there, the same delegation is for everything.',
  );
});

test.each([
  ['another chain', row({ chainId: 10 })],
  ['another delegate', row({ to: OTHER })],
  ['another contract', row({ contract: OTHER })],
  ['a broader scope', whole()],
  ['the same registry', row({ registry: 'v1', block: 101 })],
])('a v1 delegation does not also stand in %s', (_, beside) => {
  expect(find('both-registries', [row({ registry: 'v1' }), beside])).toBeUndefined();
});

test('exclusive rights are expired once their last second is over', () => {
  const rows = [row({ expiresAt: NOW - 1 }), row({ expiresAt: NOW, to: OTHER }), row({ to: address(3) })];
  expect(find('expired', rows)).toMatchObject({
    title: '1 exclusive right has expired',
    rows: [rows[0]],
    revocable: [rows[0]],
  });
  expect(find('expired', [row({ from: HOT, to: SELF, expiresAt: NOW - 1 })])).toBeUndefined();
});

test('a delegate that shares nothing else stands out beside one that shares more', () => {
  const rows = [row(), row({ chainId: 10 }), row({ to: OTHER })];
  expect(find('single', rows)).toMatchObject({
    title: '1 wallet shares a single delegation with this one',
    rows: [rows[2]],
  });
  // A delegation back, on another chain or in the other registry, is a relation.
  const back = row({ from: OTHER, to: SELF, chainId: 137, registry: 'v1' });
  expect(find('single', [...rows, back])).toBeUndefined();
});

test('single delegations are ordinary where no delegate shares more, and unknown while rows are missing', () => {
  expect(find('single', [row(), row({ to: OTHER })])).toBeUndefined();
  const rows = [row(), row({ chainId: 10 }), row({ to: OTHER })];
  const { findings, notLookedAt } = review(rows, { isWhole: false });
  expect(findings).toEqual([]);
  expect(notLookedAt).toEqual([expect.stringContaining('Not all delegations have been read.')]);
});

test('delegations older than two years are found, with the day of the oldest', () => {
  const rows = [
    row({ since: NOW - 731 * DAY_S }),
    row({ since: NOW - 729 * DAY_S }),
    row({ since: 1_600_000_000 }),
  ];
  const finding = find('old', rows);
  expect(finding).toMatchObject({ title: '2 delegations are older than 2 years', rows: [rows[0], rows[2]] });
  expect(finding?.text).toContain('September 13, 2020');
  expect(find('old', [row({ from: HOT, to: SELF, since: 1_600_000_000 })])).toBeUndefined();
});

test('an unknown age is said, and is not old', () => {
  expect(review([row({ since: null })])).toEqual({
    findings: [],
    notLookedAt: ['The age of 1 delegation is not known.'],
  });
});

test('10,000 delegations are reviewed at once', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    index % 2
      ? row({ to: address(index + 100), chainId: index % 5 })
      : row({ from: address(index + 100), to: SELF, chainId: index % 5 }),
  );
  const begin = performance.now();
  expect(find('unsolicited', rows)?.rows).toHaveLength(5_000);
  expect(performance.now() - begin).toBeLessThan(10_000);
});
