/** Runs core's table of checks over HTTP. Every row has its own wallets, so that all share one chain. */
import { type Address, createDelegation, type Delegation, grantOf, type Question } from '@mandate/core';
import { CHECK_CASES } from '@mandate/core/check-cases';
import { type Case, expectAt, pathOf } from '../conformance-case.ts';
import { getSample } from '../samples.ts';

/** Addresses that mark absence in the registry's storage stay unchanged. */
const LARGEST_SPECIAL = 1n;

function ownWallet(wallet: Address, row: number): Address {
  if (BigInt(wallet) <= LARGEST_SPECIAL) return wallet;
  return `0x${(0xc0de0000 + row).toString(16)}${wallet.slice(10)}` as Address;
}

function ownWallets<T extends Delegation | Question>(sides: T, row: number): T {
  return { ...sides, from: ownWallet(sides.from, row), to: ownWallet(sides.to, row) };
}

export const GRANTS_OF_TABLE: readonly Delegation[] = CHECK_CASES.flatMap(({ given }, row) =>
  given.map((delegation) => createDelegation(ownWallets(delegation, row))),
);

export const CHECK_TABLE = CHECK_CASES.map(({ question, answer }, row) => ({
  question: grantOf(createDelegation({ ...ownWallets(question, row), amount: 0n })),
  answer: String(answer),
}));

export const STATUS_200_TABLE: readonly Case[] = CHECK_TABLE.map(({ question, answer }) => {
  const { registry, kind, ...fields } = question;
  const values = Object.entries(fields).map(([field, value]) => [field, String(value)]);
  return expectAt('rule.table', pathOf(getSample(registry, kind).path, Object.fromEntries(values)), answer);
});
