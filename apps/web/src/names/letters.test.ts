import { describe, expect, test } from 'vitest';
import { findForeignLetter, skeletonOf } from './letters.ts';

describe('letters that pass for Latin ones', () => {
  test.each([
    ['USDС', 'С', 'Cyrillic'],
    ['Тether USD', 'Т', 'Cyrillic'],
    ['раура', 'р', 'Cyrillic'],
    ['ΒΑΥΚ', 'Β', 'Greek'],
    ['ＵＳＤＣ', 'Ｕ', 'special'],
    ['𝐔SDC', '𝐔', 'special'],
    ['wɑllet.eth', 'ɑ', 'phonetic'],
    ['Cool ᏟATS', 'Ꮯ', 'Cherokee'],
  ])('%s', (name, letter, script) => {
    expect(findForeignLetter(name)).toMatchObject({ letter, script });
  });

  test.each([
    'mira.eth',
    'Wrapped BTC (v2) #7',
    'привет',
    'Привет мир',
    '柴犬コイン',
    'عملة',
    'café ñandú',
    'Foo™ 10²',
    '🐸.eth',
    'Ωmega',
    '',
  ])('%s is an ordinary name', (name) => {
    expect(findForeignLetter(name)).toBeNull();
  });
});

describe('names that people confuse', () => {
  test.each([
    ['USDC', 'USDС'],
    ['mira.eth', 'mlra.eth'],
    ['mira.eth', 'mirá.eth'],
    ['mom.eth', 'rnom.eth'],
    ['paypal', 'paypa1'],
    ['vault', 'vau|t'],
    ['wallet', 'vvallet'],
    ['cool', 'c00l'],
    ['USD Coin', 'USDCoin'],
    ['DAI', 'DAl'],
    ['Bored Ape', 'ＢOREDАРE'],
  ])('%s and %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  test.each([
    ['mira.eth', 'mara.eth'],
    ['🐸.eth', '🐻.eth'],
    ['Token 1', 'Token 2'],
    ['柴犬', '秋田'],
    ['mira.eth', 'mira.xyz'],
  ])('%s and %s are different', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });
});
