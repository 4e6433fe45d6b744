/** The wallets of the suite, and the grants on its chains. */
import {
  type Address,
  createDelegation,
  type Delegation,
  type DelegationFields,
  FULL_RIGHTS,
  type Kind,
  listKinds,
  parseAddress,
  parseRights,
  type Registry,
} from '@mandate/core';
import { isBalance, WRITTEN } from './written-kinds.ts';

export const COLD = parseAddress('0xc01da0000000000000000000000000000000beef');
/** Delegates only for the right `claim`. */
export const LIMITED = parseAddress('0xc01db0000000000000000000000000000000cafe');
/** Delegates only on chain 10. */
export const ELSEWHERE = parseAddress('0xc01dc0000000000000000000000000000000f00d');
/** Has given, received and revoked delegations, and has delegated to itself. */
export const BUSY = parseAddress('0xb0500000000000000000000000000000000000ab');
export const GIVER = parseAddress('0x91fe2000000000000000000000000000000000cd');
/** Uses the largest possible numbers. */
export const RICH = parseAddress('0x21c4000000000000000000000000000000000aaa');
export const RICH_HOT = parseAddress('0x21c4000000000000000000000000000000000bbb');
/** A contract that has delegated to 1,001 wallets. */
export const MANY = parseAddress('0x3a2e000000000000000000000000000000000fff');
export const MANY_COUNT = 1_001;
/** Has no delegations. */
export const STRANGER = parseAddress('0x57ea26e2000000000000000000000000000000fe');
export const COLLECTION = parseAddress('0xc011ec7100000000000000000000000000000001');
export const GAME = parseAddress('0x9a3e00000000000000000000000000000000000b');
/** The hot wallet of each kind's sample. */
export const HOT = Object.fromEntries(
  Object.entries(WRITTEN).map(([kind, { hot }]) => [kind, parseAddress(hot)]),
) as Readonly<Record<Kind, Address>>;

/** Its delegations are only in the newest block, which is not safe yet. */
export const UNSAFE = parseAddress('0x0a5afe0000000000000000000000000000000001');
/** Its delegations are safe, and revoked in the newest block. */
export const LEAVING = parseAddress('0x1ea7e00000000000000000000000000000000002');
/** Its amounts differ between the newest and the safe block. */
export const SHIFTING = parseAddress('0x5417f00000000000000000000000000000000003');
/** Its grants are safe; the newest block revokes and grants them again. */
export const WAVERING = parseAddress('0x3a7e210000000000000000000000000000000005');
/** Delegates every scope to one wallet, from the whole wallet to a currency. */
export const GENEROUS = parseAddress('0x9e2e000000000000000000000000000000000004');
/** The recipients of the grants in the newest block, by kind. */
export const LATE_HOT = Object.fromEntries(
  Object.entries(HOT).map(([kind, hot]) => [kind, parseAddress(hot.replace('0x407', '0x1a7'))]),
) as Readonly<Record<Kind, Address>>;

/** "claim" and "vote", padded with zeros. */
export const CLAIM = parseRights('0x636c61696d000000000000000000000000000000000000000000000000000000');
export const VOTE = parseRights('0x766f746500000000000000000000000000000000000000000000000000000000');
export const NO_RIGHTS = FULL_RIGHTS;
export const MAX = 115792089237316195423570985008687907853269984665640564039457584007913129639935n;
/** The first integer that a double cannot represent. */
export const BEYOND_DOUBLES = 9007199254740993n;

export const KINDS_OF = { v1: listKinds('v1'), v2: listKinds('v2') } as const;

export const give = (registry: Registry, kind: Kind, fields: Partial<DelegationFields>): Delegation =>
  createDelegation({
    registry,
    kind,
    from: COLD,
    to: HOT[kind],
    contract: COLLECTION,
    tokenId: 7n,
    rights: FULL_RIGHTS,
    amount: BigInt(WRITTEN[kind].amount ?? 0),
    ...fields,
  });

/** Creates a grant of each kind of both registries. */
export const each = (fields: (kind: Kind) => Partial<DelegationFields>) => [
  ...KINDS_OF.v2.map((kind) => give('v2', kind, fields(kind))),
  ...KINDS_OF.v1.map((kind) => give('v1', kind, fields(kind))),
];
const both = (change: (registry: Registry) => Delegation): Delegation[] => [change('v1'), change('v2')];

/** Revoked before the suite runs. */
export const REVOKED = both((registry) => give(registry, 'contract', { from: BUSY, contract: GAME }));

export const BALANCE_KINDS: readonly Kind[] = KINDS_OF.v2.filter(isBalance);
/** The amounts of `SHIFTING`: every second kind's falls in the newest block, the others' rise. */
const safeAmountOf = (kind: Kind) => (isFalling(kind) ? 9n : 5n);
const lateAmountOf = (kind: Kind) => (isFalling(kind) ? 2n : 8n);
const isFalling = (kind: Kind) => BALANCE_KINDS.indexOf(kind) % 2 === 1;
/** Returns what a strict check of `SHIFTING` answers: the smaller of its two amounts. */
export const strictAmountOf = (kind: Kind) => (isFalling(kind) ? '2' : '5');

function shifting(amount: (kind: Kind) => bigint): Delegation[] {
  return BALANCE_KINDS.map((kind) =>
    give('v2', kind, { from: SHIFTING, to: LATE_HOT[kind], amount: amount(kind) }),
  );
}

/** Block by block, in this order. */
export const GRANTS_OF_MAINNET: readonly (readonly Delegation[])[] = [
  both((registry) => give(registry, 'all', { from: GIVER, to: BUSY })),
  [
    ...each(() => ({})),
    ...KINDS_OF.v2.map((kind) => give('v2', kind, { from: LIMITED, rights: CLAIM, amount: 9n })),
    give('v2', 'erc1155', { from: RICH, to: RICH_HOT, tokenId: MAX, amount: MAX }),
    give('v2', 'erc721', { from: RICH, to: RICH_HOT, tokenId: BEYOND_DOUBLES }),
    give('v1', 'token', { from: RICH, to: RICH_HOT, tokenId: MAX }),
    ...both((registry) => give(registry, 'contract', { from: BUSY, to: GIVER })),
    ...REVOKED,
    ...both((registry) => give(registry, 'all', { from: BUSY, to: BUSY })),
  ],
  [
    ...both((registry) => give(registry, registry === 'v1' ? 'token' : 'erc20', { from: BUSY, to: GIVER })),
    ...each((kind) => ({ from: LEAVING, to: LATE_HOT[kind] })),
    ...each((kind) => ({ from: WAVERING, to: LATE_HOT[kind] })),
    ...shifting(safeAmountOf),
    ...KINDS_OF.v2.map((kind) => give('v2', kind, { from: GENEROUS, to: GENEROUS })).toReversed(),
  ],
];
/** In the newest block, after the safe ones. */
export const LATE_GRANTS: readonly Delegation[] = [
  ...each((kind) => ({ from: UNSAFE, to: LATE_HOT[kind] })),
  ...shifting(lateAmountOf),
  ...each((kind) => ({ from: WAVERING, to: LATE_HOT[kind] })),
];
export const LATE_REVOCATIONS: readonly Delegation[] = [LEAVING, WAVERING].flatMap((from) =>
  each((kind) => ({ from, to: LATE_HOT[kind] })),
);
export const GRANTS_OF_CHAIN_10 = each(() => ({ from: ELSEWHERE, amount: 50n }));
