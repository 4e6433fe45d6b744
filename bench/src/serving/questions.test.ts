import { createRandom } from '@mandate/contracts';
import { UNLIMITED } from '@mandate/core';
import { expect, test } from 'vitest';
import { beginningOf } from './bare.ts';
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
  const lists = QUESTIONS.filter(({ type }) => type === 'list');
  const beginnings = lists.map(({ choose }) => {
    const wallets = THOUSAND.map(() => choose(10 * MIN_ROWS, random).path.slice('/registry/v2/'.length));
    return [...new Set(wallets.map(beginningOf))];
  });
  expect(beginnings.map(({ length }) => length)).toEqual(lists.map(() => 1));
  expect(new Set(beginnings.flat()).size).toBe(lists.length);
});
