import { hexToBytes, keccakBytes } from '@mandate/core';
import { type Hex, toRlp } from 'viem';
import { expect, test } from 'vitest';
import { createNodeSet } from './node-set.ts';
import { readAccount, readStorage } from './state.ts';
import { buildTrie } from './testing/build-trie.ts';

const ADDRESS = `0x${'12'.repeat(20)}` as const;
const HASH = `0x${'ab'.repeat(32)}` as const;
const CODE = `0x${'cd'.repeat(32)}` as const;
const keyOf = (bytes: Hex): Hex => `0x${Buffer.from(keccakBytes(hexToBytes(bytes))).toString('hex')}`;
function trieOf(bytes: Hex, value: Hex) {
  const { root, prove } = buildTrie([[keyOf(bytes), value]]);
  return { root, nodes: prove(keyOf(bytes)) };
}

function read(fields: readonly Hex[]) {
  const { root, nodes } = trieOf(ADDRESS, toRlp(fields));
  return readAccount(root, ADDRESS, createNodeSet(nodes));
}

test('an account is a nonce, a balance and two hashes', () => {
  const account = { nonce: 2n ** 64n - 1n, balance: 2n ** 256n - 1n, storageRoot: HASH, codeHash: CODE };
  expect(read([`0x${'ff'.repeat(8)}`, `0x${'ff'.repeat(32)}`, HASH, CODE])).toEqual(account);
  expect(read(['0x', '0x', HASH, CODE])).toEqual({ ...account, nonce: 0n, balance: 0n });
});

test.each<[string, readonly Hex[]]>([
  ['It is no account', []],
  ['It is no account', ['0x', '0x', HASH]],
  ['It is no account', ['0x', '0x', HASH, '0xab']],
  ['It is no account', ['0x', '0x', '0xab', CODE]],
  ['It is no account', ['0x', '0x', HASH, CODE, '0x']],
  ['is not canonical', [`0x${'ff'.repeat(9)}`, '0x', HASH, CODE]],
  ['is not canonical', ['0x', `0x${'ff'.repeat(33)}`, HASH, CODE]],
])('%s: %j is refused', (why, fields) => {
  expect(() => read(fields)).toThrow(why);
});

test('a place holds one word of at most 32 bytes', () => {
  const readWord = (value: Hex) => {
    const { root, nodes } = trieOf(HASH, value);
    return readStorage(root, [HASH], createNodeSet(nodes));
  };
  expect(readWord(toRlp(`0x${'ff'.repeat(32)}`))).toEqual([2n ** 256n - 1n]);
  expect(() => readWord(toRlp(`0x${'ff'.repeat(33)}`))).toThrow('is not canonical');
  expect(() => readWord('0x0101')).toThrow('An entry is no word');
});
