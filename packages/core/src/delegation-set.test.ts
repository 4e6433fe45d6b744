import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { createDelegation } from './delegation.ts';
import { apply, EMPTY_SET, effectsOf, listIncoming, listOutgoing } from './delegation-set.ts';
import type { Registry } from './registries.ts';
import { FULL_RIGHTS } from './rights.ts';

const [vault, hot, other] = ['1', '2', '3'].map((digit) => parseAddress(`0x${digit.repeat(40)}`)) as [
  never,
  never,
  never,
];
const contract = vault;
const fields = { from: vault, tokenId: 7n, contract, rights: FULL_RIGHTS, amount: 5n };
const grantAll = (registry: Registry, to: never) =>
  createDelegation({ ...fields, registry, kind: 'all', to });

const [toHot, toOther, ofV2] = [grantAll('v1', hot), grantAll('v1', other), grantAll('v2', hot)] as const;
const amount = createDelegation({ ...fields, registry: 'v2', kind: 'erc20', to: hot });
const set = [toHot, toOther, ofV2, amount].reduce(
  (before, delegation) => apply(before, { type: 'grant', delegation }).set,
  EMPTY_SET,
);
const ended = (...delegations: object[]) => delegations.map((delegation) => ({ type: 'ended', delegation }));

test('a revocation of all ends the v1 grants of the vault, and none of v2', () => {
  expect(effectsOf(set, { type: 'revokeAll', from: vault })).toEqual(ended(toHot, toOther));
  expect(effectsOf(set, { type: 'revokeAll', from: hot })).toEqual([]);
});

test('a revocation of a wallet ends its v1 grants alone', () => {
  expect(effectsOf(set, { type: 'revokePair', from: vault, to: hot })).toEqual(ended(toHot));
});

test('a revocation ends its grant, once', () => {
  expect(effectsOf(set, { type: 'revoke', grant: ofV2 })).toEqual(ended(ofV2));
  expect(effectsOf(EMPTY_SET, { type: 'revoke', grant: ofV2 })).toEqual([]);
});

test('another amount ends the grant and begins it again', () => {
  const more = { ...amount, amount: 6n };
  expect(effectsOf(set, { type: 'grant', delegation: more })).toEqual([
    ...ended(amount),
    { type: 'begun', delegation: more },
  ]);
});

test('lists are of one registry and one direction', () => {
  expect(listOutgoing(set, 'v1', vault)).toEqual([toHot, toOther]);
  expect(listIncoming(set, 'v2', hot)).toEqual([ofV2, amount]);
  expect(listIncoming(set, 'v1', other)).toEqual([toOther]);
});

test('a delegation without a field of its kind is refused', () => {
  const { contract: _, ...rest } = fields;
  const of = { ...rest, registry: 'v2', kind: 'erc20', to: hot } as const;
  expect(() => createDelegation(of)).toThrow('A v2 erc20 delegation needs contract.');
  expect(() => createDelegation({ ...of, contract, amount: null })).toThrow('needs amount');
});
