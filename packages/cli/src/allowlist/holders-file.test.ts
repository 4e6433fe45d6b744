import { expect, test } from 'vitest';
import { parseHolders } from './holders-file.ts';

const [A, B] = [`0x${'a'.repeat(40)}`, `0x${'B'.repeat(40)}`];
const parse = (...lines: readonly string[]) => parseHolders(lines.join('\n'), 'holders.csv');

test.each([
  ['plain', [`${A},5`, `${B},${2n ** 256n - 1n}`], [1, 2]],
  ['with a header', ['address,amount', `${A},5`, `${B},${2n ** 256n - 1n}`, ''], [2, 3]],
  ['quoted', ['"Holder Address","Amount"', `"${A}","5"`, `"${B}", "${2n ** 256n - 1n}"`], [2, 3]],
  ['of another system', [`\uFEFF${A},5\r`, '\r', `${B},${2n ** 256n - 1n}\r`, '\r'], [1, 3]],
])('%s', (_, lines, numbers) => {
  expect(parse(...lines)).toEqual([
    { address: A.toLowerCase(), amount: 5n, line: numbers[0] },
    { address: B.toLowerCase(), amount: 2n ** 256n - 1n, line: numbers[1] },
  ]);
});

test.each([
  ['a name', [`${A},5`, 'vitalik.eth,5'], 'holders.csv, line 2: the address must be 0x and 40 hex digits.'],
  ['a name in the first line', ['vitalik.eth,5'], 'line 1: the address'],
  ['a mistyped address', [`${A},5`, `${A.replace('a', 'A')},5`], 'line 2: the address has a wrong checksum'],
  ['no amount', [`${A}`], 'line 1: the amount must be a whole number'],
  ['a fraction', ['address,amount', `${A},1.5`], 'line 2: the amount'],
  ['an exponent', [`${A},1e18`], 'line 1: the amount'],
  ['hex', [`${A},0x5`], 'line 1: the amount'],
  ['a negative amount', [`${A},-5`], 'line 1: the amount'],
  ['too much', [`${A},${2n ** 256n}`], 'line 1: the amount must be a whole number below 2^256'],
  ['thousands with commas', [`${A},1,000`], 'line 1: there must be two fields'],
  ['a second header', [`${A},5`, 'address,amount'], 'line 2: the address'],
  ['twice', [`${A},5`, `${B},5`, `${A.toUpperCase().replace('X', 'x')},6`], 'line 3: 0xaaaa'],
  ['nothing', ['address,amount', ''], 'holders.csv has no holders.'],
])('%s is an error that names its line', (_, lines, said) => {
  expect(() => parse(...lines)).toThrow(said);
});

test('a holder with two lines is named with both', () => {
  expect(() => parse(`${A},5`, '', `${A},6`)).toThrow('is also in line 1');
});
