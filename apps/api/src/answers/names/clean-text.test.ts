import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test.each([
  ['Night Trams', 'Night Trams'],
  ['  Night \t\r\n Trams\u0000 ', 'Night Trams'],
  ['USD\u202eCRO', 'USDCRO'],
  ['\u2066Harbor\u2069', 'Harbor'],
  ['Har\u200bbor\ufeff\u00ad', 'Harbor'],
  ['Line\u2028Break', 'Line Break'],
  ['\u{e0041}\u{e0042}Tag', 'Tag'],
  ['\ue000Private', 'Private'],
  ['Cafe\u0301', 'Café'],
  [`Z${'\u0353'.repeat(40)}algo`, 'Z\u0353\u0353algo'],
  ['日本のトークン', '日本のトークン'],
  ['Ξ Coin 🎨', 'Ξ Coin 🎨'],
  ['\ud800lone', 'lone'],
  ['\u2800\u3164\u115f', null],
  ['\u200b\u200c \n', null],
  ['', null],
])('%j is shown as %j', (text, shown) => {
  expect(cleanText(text)).toBe(shown);
});

test('a long text is cut between characters, and says so', () => {
  expect(cleanText('x'.repeat(64))).toBe('x'.repeat(64));
  expect(cleanText('x'.repeat(65))).toBe(`${'x'.repeat(63)}…`);
  expect(cleanText('🎨'.repeat(100_000))).toBe(`${'🎨'.repeat(63)}…`);
});
