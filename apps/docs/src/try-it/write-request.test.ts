import { expect, test } from 'vitest';
import { findExcluded } from './exclusions.ts';
import { formatJson } from './format-json.ts';
import { writeCurl, writeUrl } from './write-request.ts';

const asked = {
  method: 'GET',
  path: '/registry/v2/{wallet}',
  fields: { wallet: '0xa', limit: '', chainId: '1' },
  body: null,
};

test('values go into the path and the query, and empty ones are not sent', () => {
  expect(writeUrl('https://a.example', asked)).toBe('https://a.example/registry/v2/0xa?chainId=1');
});

test('a command can be pasted into a shell, whatever a value has', () => {
  expect(writeCurl('https://a.example', { ...asked, fields: { wallet: "'" } })).toBe(
    String.raw`curl -i 'https://a.example/registry/v2/'\'''`,
  );
  expect(writeCurl('', { ...asked, method: 'POST', path: '/batch', fields: {}, body: "{'}" })).toContain(
    String.raw`-d '{'\''}'`,
  );
});

test.each([
  ['v2CheckAll', ['to', 'from'], []],
  ['v2CheckAll', ['blockTag'], ['atBlock', 'atTime', 'consistency']],
  ['v2CheckAll', ['minBlock'], ['atBlock', 'atTime']],
  ['resolve', ['to'], ['from', 'tokenId']],
  ['resolve', ['from', 'contract'], ['to']],
])('%s with %o excludes %o', (operation, filled, excluded) => {
  expect([...findExcluded(operation, new Set(filled)).keys()]).toEqual(excluded);
});

test('JSON is indented, and long numbers keep their digits', () => {
  const digits = '1'.repeat(78);
  expect(formatJson(`{"a":[${digits},{}],"b":"{,\\"}","c":[]}`)).toBe(
    `{\n  "a": [\n    ${digits},\n    {}\n  ],\n  "b": "{,\\"}",\n  "c": []\n}`,
  );
  expect(formatJson('true')).toBe('true');
});
