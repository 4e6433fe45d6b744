import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createNonces } from './nonces.ts';

const pepper = (version: number) => ({ version, secret: createSecretKey(randomBytes(32)) });
const [OLD, NEW] = [pepper(1), pepper(2)];
const [BROWSER, OTHER] = [randomBytes(32), randomBytes(32)];
const NOW = new Date('2026-01-31T12:00:00.500Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const nonces = createNonces([OLD], 300);

test('a nonce is valid for its browser, in every process with the same peppers, until it expires', () => {
  const { nonce, expiresAt } = nonces.create(BROWSER, NOW);
  expect(nonce).toMatch(/^[\da-f]{64}$/);
  expect(expiresAt).toEqual(new Date('2026-01-31T12:05:00Z'));
  const elsewhere = createNonces([OLD, NEW], 300);
  for (const each of [nonces, elsewhere]) {
    expect(each.isValid(nonce, BROWSER, later(299))).toBe(true);
    expect(each.isValid(nonce, OTHER, NOW)).toBe(false);
    expect(each.isValid(nonce, BROWSER, later(300))).toBe(false);
  }
  expect(createNonces([NEW], 300).isValid(nonce, BROWSER, NOW)).toBe(false);
  expect(nonces.isValid(elsewhere.create(BROWSER, NOW).nonce, BROWSER, NOW)).toBe(false);
});

test('a nonce with any letter changed, or with a later expiry, is refused', () => {
  const { nonce } = nonces.create(BROWSER, NOW);
  for (let i = 0; i < nonce.length; i++) {
    const changed = nonce.slice(0, i) + (nonce[i] === 'f' ? '0' : 'f') + nonce.slice(i + 1);
    expect(nonces.isValid(changed, BROWSER, NOW), String(i)).toBe(false);
  }
  for (const other of ['', 'a'.repeat(32), nonce.toUpperCase(), `${nonce}0`, nonce.slice(1)]) {
    expect(nonces.isValid(other, BROWSER, NOW)).toBe(false);
  }
});

test('no two are the same', () => {
  const all = Array.from({ length: 1_000 }, () => nonces.create(BROWSER, NOW).nonce);
  expect(new Set(all).size).toBe(all.length);
});
