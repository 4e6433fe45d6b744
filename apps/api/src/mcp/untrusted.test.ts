import { expect, test } from 'vitest';
import { escapeInvisible, quoteUntrusted } from './untrusted.ts';

test.each([
  ['vote', '"vote"'],
  ['', '""'],
  ['投票', '"投票"'],
  ['say "yes"', '"say \\u{22}yes\\u{22}"'],
  ['a\\u{0}', '"a\\u{5c}u{0}"'],
  ['two\nlines', '"two\\u{a}lines"'],
  ['\u202eevil', '"\\u{202e}evil"'],
  ['\u2066x\u2069', '"\\u{2066}x\\u{2069}"'],
  ['a\u200bb\ufeff', '"a\\u{200b}b\\u{feff}"'],
  ['\u3164', '"\\u{3164}"'],
  ['\u2028', '"\\u{2028}"'],
  ['\u{e0041}', '"\\u{e0041}"'],
  ['\ud800', '"\\u{d800}"'],
  ['\x1b[31m', '"\\u{1b}[31m"'],
])('%j is shown as %s', (text, shown) => {
  expect(quoteUntrusted(text)).toBe(shown);
});

test('at most 64 characters are shown, and no half of an escape', () => {
  expect(quoteUntrusted('x'.repeat(64))).toBe(`"${'x'.repeat(64)}"`);
  expect(quoteUntrusted('x'.repeat(65))).toBe(`"${'x'.repeat(64)}…"`);
  expect(quoteUntrusted(`${'x'.repeat(60)}\u202e`)).toBe(`"${'x'.repeat(60)}…"`);
});

test('text of our own stays as it is', () => {
  expect(escapeInvisible('Base has not been read yet.')).toBe('Base has not been read yet.');
  expect(escapeInvisible('a “b”\u202e')).toBe('a “b”\\u{202e}');
});
