import { createRandom, integer, pick } from '@mandate/contracts';
import { readSeed } from '@mandate/testing/size';
import { normalize } from 'viem/ens';
import { expect, test } from 'vitest';
import { findNormal } from './normal-form.ts';

const seed = readSeed('normal-form');

function normalizeOrNull(name: string): string | null {
  try {
    return normalize(name);
  } catch {
    return null;
  }
}

test('random names have the normal form of the library', () => {
  const random = createRandom(seed);
  const characters = [
    'a',
    'b',
    'x',
    'n',
    '0',
    '9',
    '-',
    '-',
    '.',
    '_',
    'A',
    '\u0430',
    '🎨',
    '\u200d',
  ] as const;
  const forms = { plain: 0, others: 0 };
  for (let i = 0; i < 5_000; i++) {
    const last = integer(random, 2, 13);
    const name = `${Array.from({ length: integer(random, 1, 8) }, () => pick(random, characters.slice(0, last + 1) as never)).join('')}.eth`;
    const normal = findNormal(name);
    expect(normal, JSON.stringify(name)).toBe(normalizeOrNull(name));
    forms[normal === name ? 'plain' : 'others']++;
  }
  expect(Math.min(forms.plain, forms.others)).toBeGreaterThan(500);
});

test.each([
  ['Mira.ETH', 'mira.eth'],
  ['vault.mira.eth', 'vault.mira.eth'],
  ['🎨.eth', '🎨.eth'],
  ['m\u0456ra.eth', null],
  ['mira', null],
  ['', null],
  ['.eth', null],
  ['mira..eth', null],
  [`${'a'.repeat(300)}.eth`, null],
])('%j has the normal form %j', (name, normal) => {
  expect(findNormal(name)).toBe(normal);
});
