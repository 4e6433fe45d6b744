import { createRandom } from '@mandate/contracts';
import { UNLIMITED } from '@mandate/core';
import { expect, test } from 'vitest';
import { beginningOf, walletOf } from './bare.ts';
import { MIN_ROWS, scatter } from './data.ts';
import { QUESTIONS } from './questions.ts';

const THOUSAND = Array.from({ length: 1_000 });
const find = (name: string) => {
  const question = QUESTIONS.find((each) => each.name === name);
  if (!question) throw new Error(`Nobody asks for ${name}.`);
  return question;
};
const answersOf = (name: string) => {
  const random = createRandom(7);
  return THOUSAND.map(() => find(name).choose(10 * MIN_ROWS, random).expected).flatMap((expected) =>
    'body' in expected ? expected.body : [],
  );
};

test.each(['check/all', 'check/erc721', 'v1 check/token'])('half of %s finds something', (name) => {
  const yes = answersOf(name).filter((body) => body === 'true').length;
  expect(yes).toBeGreaterThan(430);
  expect(yes).toBeLessThan(570);
});

test('of balances half are 0, some are unlimited and some are amounts', () => {
  const answers = answersOf('check/erc20');
  const [none, all] = ['0', String(UNLIMITED)].map((body) => answers.filter((each) => each === body).length);
  expect(none).toBeGreaterThan(430);
  expect(all).toBeGreaterThan(250);
  expect(1_000 - (none ?? 0) - (all ?? 0)).toBeGreaterThan(100);
});

test('no two pairs are of the same wallets', () => {
  const numbers = new Set(Array.from({ length: 100_000 }, (_, n) => scatter(n)));
  expect(numbers.size).toBe(100_000);
  // An even step would map these numbers to the same value.
  expect(scatter(2 ** 31)).not.toBe(scatter(0));
});

test('bare servers can tell lists of one length from those of another', () => {
  const random = createRandom(7);
  const beginningsOf = (name: string) => {
    const paths = THOUSAND.map(() => find(name).choose(10 * MIN_ROWS, random).path);
    return new Set(paths.map((path) => beginningOf(walletOf(path) ?? '')));
  };
  const names = ['list of 1 row', 'list of 100 rows', 'list of 10,000 rows', 'resolve of 10 vaults'];
  const all = names.map(beginningsOf);
  expect(all.map(({ size }) => size)).toEqual(names.map(() => 1));
  expect(new Set(all.flatMap((each) => [...each])).size).toBe(names.length);
  expect(walletOf(find('check/all').choose(10 * MIN_ROWS, random).path)).toBeNull();
});
