/** The developer page reads origins with code of its own. Both have to agree, or the page would mislead people. */
import { readSeed, size } from '@mandate/testing/size';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrigin } from '../../../web/src/account/keys/read-origin.ts';
import { parseOriginPattern } from '../access/keys/origins.ts';

const seed = readSeed('origins-of-page');

const SCHEMES = ['https://', 'http://', 'HTTPS://', 'ftp://', 'https:/', '', 'https:\\\\', '//'];
const LABELS = [
  ...[
    'app',
    'Example',
    'com',
    '*',
    'localhost',
    '127',
    '0',
    '1',
    '0x7f',
    'xn--mnchen-3ya',
    'bücher',
    '-a',
    'a-',
  ],
  ...[
    'a_b',
    '',
    '[::1]',
    '[::FFFF]',
    'a%2e',
    'a b',
    'ａ',
    'x'.repeat(64),
    'user@a',
    '127.0.0.1',
    '*app',
    'ß',
  ],
];
const ENDS = [
  '',
  '',
  '',
  ':443',
  ':80',
  ':8443',
  ':0443',
  ':',
  ':*',
  ':65536',
  ':0',
  '/',
  '/path',
  '?q',
  '#f',
  '.',
];

const texts = fc
  .tuple(
    fc.constantFrom(...SCHEMES, 'https://', 'https://'),
    fc.array(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...ENDS),
  )
  .map(([scheme, labels, end]) => scheme + labels.join('.') + end);

function parse(text: string): string | null {
  try {
    return parseOriginPattern(text).text;
  } catch {
    return null;
  }
}

test('the page accepts exactly the origins that the service accepts, and proposes no others', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const reading = readOrigin(text);
      expect(reading.type === 'origin' ? reading.origin : null).toBe(parse(text.trim()));
      if (reading.type === 'problem' && reading.meant !== undefined)
        expect(parse(reading.meant)).toBe(reading.meant);
    }),
    { seed, numRuns: size(5_000, 200_000) },
  );
});
