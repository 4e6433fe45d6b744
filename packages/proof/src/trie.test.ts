/** Nodes that are no part of a state trie are refused, although every hash fits. */

import { bytesToHex, hexToBytes, keccakBytes } from '@mandate/core';
import { toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Hex } from './hex.ts';
import { createNodeSet } from './node-set.ts';
import { ProofError } from './proof-error.ts';
import { readStorage } from './state.ts';
import { EMPTY_ROOT, findValue } from './trie.ts';

const KEY = `0x${'12'.repeat(32)}` as const;
const HASH = `0x${'ab'.repeat(32)}` as const;
const VALUE = `0x${'77'.repeat(20)}` as const;
const hash = (node: Hex) => bytesToHex(keccakBytes(hexToBytes(node)));
const path = (digits: string): Hex => `0x${digits}`;
const rest = (at: number) => KEY.slice(2 + at);

/** Walks to the key from a root that is the first node. */
function walk(...nodes: readonly Hex[]): Hex | null {
  const value = findValue(hash(nodes[0] ?? '0x'), hexToBytes(KEY), createNodeSet(nodes), 'storage');
  return value && bytesToHex(value);
}

type Items = readonly (Hex | Items)[];
const branch = (child: Hex | Items, sibling: Hex | Items = HASH, value: Hex = '0x'): Hex =>
  toRlp(['0x', child, sibling, ...Array<Hex>(13).fill('0x'), value] as never);

const LEAF = toRlp([path(`20${rest(0)}`), VALUE]);
/** The leaf below a branch at the root. */
const LOWER_LEAF = toRlp([path(`3${rest(1)}`), VALUE]);

describe('holds', () => {
  test.each<readonly [string, readonly Hex[], Hex | null]>([
    ['a leaf', [LEAF], VALUE],
    ['a leaf of another key', [toRlp([path(`20${'34'.repeat(32)}`), VALUE])], null],
    ['a leaf below a branch', [branch(hash(LOWER_LEAF)), LOWER_LEAF], VALUE],
    ['an empty child', [toRlp([HASH, '0x', HASH, ...Array<Hex>(14).fill('0x')])], null],
    ['an extension of another path', [toRlp(['0x16', HASH])], null],
  ])('%s', (_, nodes, value) => {
    expect(walk(...nodes)).toBe(value);
  });

  test('an extension and a branch', () => {
    const below = toRlp([path(`3${rest(3)}`), VALUE]);
    const middle = branch(hash(below));
    expect(walk(toRlp([path('0012'), hash(middle)]), middle, below)).toBe(VALUE);
  });

  test('a node inside its parent', () => {
    const parent = branch(['0x32', '0x07']);
    expect(walk(toRlp([path(`00${KEY.slice(2, 64)}`), hash(parent)]), parent)).toBe('0x07');
  });

  test('nothing, in a trie without entries', () => {
    expect(findValue(EMPTY_ROOT, hexToBytes(KEY), createNodeSet([]), 'storage')).toBeNull();
  });
});

describe('is refused', () => {
  const deepLeaf = toRlp([path(`20${rest(2)}`), VALUE]);
  test.each<readonly [string, readonly Hex[]]>([
    ['a leaf that ends too early', [toRlp([path(`20${rest(2)}`), VALUE])]],
    ['a leaf that ends too late', [toRlp([path(`20${rest(0)}12`), VALUE])]],
    ['a leaf without a value', [toRlp([path(`20${rest(0)}`), '0x'])]],
    ['a leaf whose value is a list', [toRlp([path(`20${rest(0)}`), [VALUE]])]],
    ['a path without flags', [toRlp(['0x', VALUE])]],
    ['a path with unknown flags', [toRlp([path(`40${rest(0)}`), VALUE])]],
    ['an even path with an odd first half', [toRlp([path(`21${rest(0)}`), VALUE])]],
    ['a path that is a list', [toRlp([[path(`20${rest(0)}`)], VALUE])]],
    ['an extension of no length', [toRlp(['0x00', hash(LEAF)]), LEAF]],
    ['an extension over the whole key', [toRlp([path(`00${rest(0)}`), hash(LEAF)]), LEAF]],
    ['an extension before a leaf', [toRlp([path('0012'), hash(deepLeaf)]), deepLeaf]],
    ['an extension to no hash', [toRlp([path('0012'), '0x1234'])]],
    ['a branch of one child', [branch(hash(LOWER_LEAF), '0x'), LOWER_LEAF]],
    ['a branch with a value', [branch(hash(LOWER_LEAF), HASH, '0x01'), LOWER_LEAF]],
    ['a branch with a child of 31 bytes', [branch(hash(LOWER_LEAF), `0x${'ab'.repeat(31)}`), LOWER_LEAF]],
    ['a node inside its parent that has 32 bytes', [branch([path(`3${rest(1)}`), VALUE])]],
    ['three items', [toRlp([HASH, HASH, HASH])]],
    ['no items', [toRlp([])]],
    ['a string', [toRlp(HASH)]],
    ['two lists', [`${LEAF}c0`]],
    ['a node that is cut off', [LEAF.slice(0, -2) as Hex]],
    ['a length with a zero before it', [`0xf900${(LEAF.length / 2 - 3).toString(16)}${LEAF.slice(6)}`]],
    ['a long length of a short list', [`0xf80482${KEY.slice(2, 6)}07`]],
    ['a long length of a short string', [`0xc4b80112`.padEnd(12, '07') as Hex]],
    ['a byte as a string', [`0xc5822012${'8107'}`]],
    ['a missing node', [branch(hash(LOWER_LEAF))]],
  ])('%s', (_, nodes) => {
    expect(() => walk(...nodes)).toThrow(ProofError);
  });

  test('a branch below the end of the key', () => {
    const chain = (digits: string, below: Hex): Hex[] => {
      const node = toRlp([path(digits), hash(below)]);
      return [node, below];
    };
    const end = branch(HASH);
    expect(() => walk(...chain(`1${rest(0).slice(0, 63)}`, end))).toThrow(/is missing/);
    const tooDeep = branch(hash(end));
    expect(() => walk(...chain(`1${rest(0).slice(0, 63)}`, tooDeep), end)).toThrow(ProofError);
  });
});

describe('words of storage', () => {
  const read = (value: Hex) => {
    const key = keccakBytes(hexToBytes(KEY));
    const leaf = toRlp([path(`20${bytesToHex(key).slice(2)}`), value]);
    return readStorage(hash(leaf), [KEY], createNodeSet([leaf]));
  };

  test.each<readonly [Hex, bigint]>([
    ['0x07', 7n],
    ['0x8180', 128n],
    ['0x820100', 256n],
    [`0xa0${'ff'.repeat(32)}`, 2n ** 256n - 1n],
    // Development chains keep the entry of a word that became 0.
    ['0x80', 0n],
  ])('%s is %s', (encoded, value) => {
    expect(read(encoded)).toEqual([value]);
  });

  test.each<Hex>(['0x00', '0x8107', '0x820001', `0xa1${'ff'.repeat(33)}`, '0xc107', '0xc0', '0x0707'])(
    '%s is none',
    (encoded) => {
      expect(() => read(encoded)).toThrow(ProofError);
    },
  );
});
