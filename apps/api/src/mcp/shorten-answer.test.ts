import { expect, test } from 'vitest';
import { cutAnswer } from './shorten-answer.ts';

const rows = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, 'x'));

test('a short answer stays whole', () => {
  const answer = { delegations: rows(20, 100), next: null };
  expect(cutAnswer(answer, true)).toEqual({ answer, note: null });
});

test('a page leads to the next one', () => {
  const answer = { delegations: rows(20, 100), next: 'abc' };
  const { note } = cutAnswer(answer, true);
  expect(note).toBe('There may be more: ask again with the same arguments and cursor=abc.');
  expect(cutAnswer({ changes: [], cursor: 'c', more: false }, true).note).toBeNull();
  expect(cutAnswer({ changes: [], cursor: 'c', more: true }, true).note).toContain('cursor=c.');
});

test('a page that is too long is cut, and never leads past what it does not show', () => {
  const { answer, note } = cutAnswer({ wallets: rows(50, 1_000), chains: rows(3, 10), next: 'abc' }, true);
  const shown = (answer['wallets'] as string[]).length;
  expect(shown).toBeGreaterThan(15);
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(20_000);
  expect(answer).not.toHaveProperty('next');
  expect(answer['chains']).toHaveLength(3);
  expect(note).toContain(`Only the first ${shown} of 50 wallets are shown.`);
  expect(note).toContain(`limit=${shown}`);
  // Asked like that, the page is whole.
  expect(cutAnswer({ wallets: rows(shown, 1_000), chains: rows(3, 10), next: 'abc' }, true).note).toContain(
    'cursor=abc',
  );
});

test('a list without pages says that it is cut', () => {
  const { answer, note } = cutAnswer({ holders: rows(50, 1_000), eligible: true }, false);
  expect(answer['eligible']).toBe(true);
  expect(note).toMatch(/^Only the first \d+ of 50 holders are shown\. Ask a narrower question/);
});

test('one row is shown however long it is', () => {
  const answer = { wallets: rows(1, 30_000), next: 'abc' };
  expect(cutAnswer(answer, true)).toEqual({ answer, note: expect.stringContaining('cursor=abc') });
  expect(cutAnswer({ wallets: rows(2, 30_000), next: null }, true).note).toContain('limit=1,');
});
