import { expect, test } from 'vitest';
import { writeName } from './name-of.ts';

test('a verified name stands alone, and the words of a contract in quotation marks', () => {
  expect(writeName({ source: 'ens', text: 'mira.eth' })).toBe('mira.eth');
  expect(writeName({ source: 'contract', text: 'mira.eth' })).toBe('“mira.eth”');
});

test('a long name keeps its beginning and its end', () => {
  const text = `vitalik.eth.${'a'.repeat(40)}.example.eth`;
  expect(writeName({ source: 'ens', text })).toBe('vitalik.eth.aa…a.example.eth');
  expect(Array.from(writeName({ source: 'ens', text: '🐸'.repeat(64) }, 20))).toHaveLength(20);
});
