import { MAINNET } from '@mandate/proof/testing/mainnet';
import { expect, test } from 'vitest';
import { createHeaderCheck } from './header-check.ts';
import { createParser } from './parse.ts';
import { WrongHashError } from './rpc/errors.ts';

const { hash, header } = MAINNET.block;
const block = { ...header, hash };
const parserFrom = (headersFrom: number) =>
  createParser((what) => new Error(what), createHeaderCheck('node', headersFrom));
const parse = parserFrom(0);

test('a real header has the hash that its node says', () => {
  expect(parse.header(block)).toMatchObject({ number: 21_925_176, hash });
  expect(parse.header({ ...block, totalDifficulty: '0x1', transactions: [], unknown: null })).toMatchObject({
    hash,
  });
});

test.for(Object.keys(header))('a changed %s is seen', (field) => {
  const value = String(header[field as keyof typeof header]);
  const other = `${value.slice(0, -1)}${value.endsWith('7') ? '8' : '7'}`;
  expect(() => parse.header({ ...block, [field]: other })).toThrow(WrongHashError);
});

test('the error says what to do about headers of another form', () => {
  const { parentBeaconBlockRoot: _, ...old } = block as Record<string, unknown>;
  const advice = /^node .*header of block 21925176 0x.*set "header": false in its settings$/;
  expect(() => parse.header(old)).toThrow(advice);
  expect(() => parse.header({ ...block, mixHash: undefined })).toThrow(advice);
});

test('headers before the first one of this form are not computed', () => {
  const forged = { ...block, stateRoot: hash };
  expect(parserFrom(21_925_177).header(forged)).toMatchObject({ hash });
  expect(() => parserFrom(21_925_176).header(forged)).toThrow(WrongHashError);
});
