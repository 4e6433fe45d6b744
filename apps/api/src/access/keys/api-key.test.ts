import { readSeed } from '@mandate/testing/size';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKey, isKey, kindOf, prefixOf } from './api-key.ts';

const seed = readSeed('api-key');
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SAMPLES = 20_000;
/** With 61 degrees of freedom, chance exceeds it once in a million runs. */
const MAX_CHI_SQUARED = 130;

const KINDS = ['secret', 'publishable'] as const;
const keys = fc.constantFrom(...KINDS).map(createKey);

test('a key is a word, 30 characters of chance and a checksum', () => {
  const key = createKey();
  expect(key).toMatch(/^mdt_live_[0-9A-Za-z]{36}$/);
  expect(isKey(key)).toBe(true);
  expect(prefixOf(key)).toBe(key.slice(0, 13));
});

test('its word tells its kind', () => {
  const key = createKey('publishable');
  expect(key).toMatch(/^mdt_pub_[0-9A-Za-z]{36}$/);
  expect(isKey(key)).toBe(true);
  expect(prefixOf(key)).toBe(key.slice(0, 12));
  expect(kindOf(key)).toBe('publishable');
  expect(kindOf(createKey())).toBe('secret');
  expect(kindOf(`x${key}`)).toBeNull();
  // The checksum covers the word: a key of one kind is none of the other.
  expect(isKey(key.replace('pub', 'live'))).toBe(false);
  expect(isKey(createKey().replace('live', 'pub'))).toBe(false);
});

test('no two are the same', () => {
  expect(new Set(Array.from({ length: SAMPLES }, createKey)).size).toBe(SAMPLES);
});

test('every character is as likely as every other, in every place', () => {
  const counts = new Map<string, number>();
  const firsts = new Map<string, number>();
  const add = (map: Map<string, number>, digit: string) => map.set(digit, (map.get(digit) ?? 0) + 1);
  for (let i = 0; i < SAMPLES; i++) {
    const random = createKey().slice(9, 39);
    for (const digit of random) add(counts, digit);
    add(firsts, random.charAt(0));
  }
  expect(chiSquared(counts)).toBeLessThan(MAX_CHI_SQUARED);
  expect(chiSquared(firsts)).toBeLessThan(MAX_CHI_SQUARED);
});

function chiSquared(counts: ReadonlyMap<string, number>): number {
  const expected = [...counts.values()].reduce((sum, count) => sum + count, 0) / DIGITS.length;
  const terms = [...DIGITS].map((digit) => ((counts.get(digit) ?? 0) - expected) ** 2 / expected);
  return terms.reduce((sum, term) => sum + term, 0);
}

test('every change of one character is noticed', () => {
  for (const kind of KINDS) expectNoticed(createKey(kind));
});

function expectNoticed(key: string): void {
  for (let place = 0; place < key.length; place++) {
    for (const digit of `${DIGITS}_-. %`) {
      const changed = key.slice(0, place) + digit + key.slice(place + 1);
      expect(isKey(changed), `character ${place} of ${key.length}`).toBe(changed === key);
    }
  }
}

test('so is every character that is missing, too much, or has changed places with its neighbour', () => {
  const places = fc.tuple(keys, fc.nat({ max: 43 }), fc.constantFrom(...DIGITS));
  fc.assert(
    fc.property(places, ([key, place, digit]) => {
      const [before, at, after] = [key.slice(0, place), key.charAt(place), key.slice(place + 1)];
      expect(isKey(before + after)).toBe(false);
      expect(isKey(before + digit + at + after)).toBe(false);
      const swapped = before + after.charAt(0) + at + after.slice(1);
      expect(isKey(swapped)).toBe(swapped === key);
    }),
    { seed, numRuns: 2_000 },
  );
});

test('nothing else is a key', () => {
  for (const text of ['', ' ', 'mdt_live_', `${createKey()} `, ` ${createKey()}`, `${createKey()}\n`])
    expect(isKey(text)).toBe(false);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => !isKey(text)),
    { seed },
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 36, maxLength: 36 }),
      (text) => !isKey(`mdt_live_${text}`),
    ),
    { seed, numRuns: 1_000 },
  );
});
