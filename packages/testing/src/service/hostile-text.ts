/** Values that often break parsers, and ways to write them into a URL. */
import fc from 'fast-check';

export const WALLET = '0x00000000000000000000000000000000000000aa';
const HASH = `0x${'a'.repeat(64)}`;
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

const WILD_VALUES = [
  ...['', ' ', '0', '1', '-1', '+1', '01', '1 ', ' 1', '1.0', '1e0', '1e308', '0x', '0x1', '0X1', '1n'],
  ...['1_0', 'NaN', 'Infinity', 'null', 'undefined', 'true', '[]', '{}', '[object Object]'],
  ...['\0', '1\0', '\r\nX: y', '\n'],
  ...['１', '１０', '٣', '٠', '²', 'Ⅷ', '💥', 'é', 'e\u0301', '\u202e1', '\ufeff1', '０ｘ１'],
  ...[2n ** 256n, 2n ** 256n - 1n, 2n ** 63n, 2 ** 53].map(String),
  ...['9'.repeat(78), '9'.repeat(900)],
  ...[WALLET, WALLET.toUpperCase(), `${WALLET}0`, WALLET.slice(0, -1), WALLET.replace('aa', 'ａａ')],
  ...[`${WALLET}\0`, HASH, `${HASH}0`, 'vote', 'vitalik.eth', 'number', 'string', '../../etc/passwd'],
  ...["' or 1=1--", '{{7*7}}', '%s%n'],
  ...PROTOTYPE_NAMES,
];

export const NAMES = [
  ...['to', 'from', 'delegate', 'vault', 'contract', 'tokenId', 'chainId', 'rights', 'numbers', 'limit'],
  ...['cursor', 'chainid', 'token_id', 'TO', 'Contract', 'chain', 'to[]', 'to[0]', 'to.x', '', 'ｔｏ'],
  ...['to\0', 'wallet', 'foo', '_', 'utm_source'],
  ...PROTOTYPE_NAMES,
];

const wildNumbers = fc.constantFrom(
  ...[-1, 0, 1, 1.5, 2, 10, 20, 21],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e308, -1e308],
);
const wildJson = fc.constantFrom<unknown>(
  ...[null, true, '1', '', [], {}, [[[[1]]]], [1], [1, 2, 3], { length: 10 }, 'v1', 'v3', 'to', WALLET, HASH],
);
const RIGHT_CURSOR = [1, 1, 'v2', WALLET, 1, HASH, 1_700_000_001, 0, 'from', [1, 0]];

/** Draws from some arbitraries, from each as often as its number says. */
export const weighted = <T>(...choices: readonly (readonly [weight: number, fc.Arbitrary<T>])[]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const wrongFields = weighted<readonly [number, unknown]>(
  [3, fc.tuple(fc.constantFrom(1, 4, 6, 7), wildNumbers)],
  [2, fc.tuple(fc.constant(9), fc.tuple(fc.nat(3), wildNumbers))],
  [1, fc.tuple(fc.nat(9), wildJson)],
);

/** A cursor like those of the service with a few invalid fields, any JSON, or no JSON at all. */
export const cursors = weighted(
  [
    12,
    fc.array(wrongFields, { maxLength: 2 }).map((changes) => {
      const fields: unknown[] = [...RIGHT_CURSOR];
      for (const [index, value] of changes) fields[index] = value;
      return encodeJson(JSON.stringify(fields));
    }),
  ],
  [2, fc.json({ maxDepth: 4 }).map(encodeJson)],
  [1, fc.constantFrom('[1e400]', '[[[[[[[[[[', '{"__proto__":1}', '[1,1,').map(encodeJson)],
  [1, fc.string({ maxLength: 450 })],
);

function encodeJson(text: string): string {
  return Buffer.from(text).toString('base64url');
}

export const values = weighted(
  [6, fc.constantFrom(...WILD_VALUES)],
  [2, fc.string({ maxLength: 60, unit: 'binary' })],
  [1, fc.bigInt().map(String)],
);

const percent = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;
const eachByte = (text: string, write: (byte: number) => string) =>
  [...Buffer.from(text)].map((byte) => write(byte)).join('');
const usual = (text: string) => encodeURIComponent(text.toWellFormed());

/** The right encoding, and many wrong ones. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  usual,
  usual,
  (text) => eachByte(text, percent),
  (text) => usual(usual(text)),
  // Overlong encodings of a byte, which UTF-8 forbids.
  (text) => eachByte(text, (byte) => percent(0xc0 | (byte >> 6)) + percent(0x80 | (byte & 0x3f))),
  (text) => eachByte(text, (byte) => `%u00${byte.toString(16).padStart(2, '0')}`),
  (text) => `${usual(text)}%`,
  (text) => `${usual(text)}%4`,
  (text) => `%zz${usual(text)}`,
  (text) => `${usual(text)}%00`,
  (text) => `${usual(text)}%2F..%2f`,
  (text) => `%ff%fe${usual(text)}`,
  (text) => usual(text).replaceAll('%20', '+'),
  // Raw bytes, except those that would end the line.
  (text) => text.replaceAll(/[\s\0]/g, '') || '-',
];

export const encodings = fc.constantFrom(...ENCODINGS);
