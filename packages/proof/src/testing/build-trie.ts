/** Builds tries whose paths are as deep as those of a large state, without building the state around them. */
import { bytesToHex, hexToBytes, keccakBytes } from '@mandate/core';
import { type Hex, toRlp } from 'viem';
import { EMPTY_ROOT } from '../trie.ts';

/** Returns random bytes. */
export type RandomBytes = (length: number) => Hex;

export interface BuiltTrie {
  readonly root: Hex;
  readonly nodes: readonly Hex[];
}

/** A key and its value: null proves that the trie has none. */
export type Entry = readonly [key: Hex, value: Hex | null];

/**
 * Builds the paths of some keys. Down to `depth` every node is a full branch, whose other children are random hashes:
 * their nodes exist nowhere, as those of a real trie are not in a proof.
 */
export function buildTrie(entries: readonly Entry[], depth: number, random: RandomBytes): BuiltTrie {
  const nodes: Hex[] = [];
  const build = (some: readonly Entry[], at: number): Hex => {
    const [first] = some;
    if (some.length === 1 && first && at >= depth)
      return first[1] ? add([pathOf(first[0], at), first[1]]) : '0x';
    const children = Array.from({ length: 16 }, (_, nibble) => {
      const below = some.filter(([key]) => nibbleOf(key, at) === nibble);
      return below.length > 0 ? build(below, at + 1) : random(32);
    });
    return add([...children, '0x']);
  };
  const add = (items: readonly Hex[]): Hex => {
    const node = toRlp(items);
    nodes.unshift(node);
    return bytesToHex(keccakBytes(hexToBytes(node)));
  };
  const root = build(entries, 0);
  return { root: root === '0x' ? EMPTY_ROOT : root, nodes };
}

function nibbleOf(key: Hex, at: number): number {
  return Number.parseInt(key[2 + at] ?? '', 16);
}

/** Encodes the rest of a leaf's key. */
function pathOf(key: Hex, at: number): Hex {
  const rest = key.slice(2 + at);
  return rest.length % 2 ? `0x3${rest}` : `0x20${rest}`;
}
