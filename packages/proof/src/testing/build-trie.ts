/** Builds tries that prove their keys: whole ones, or paths as deep as those of a large state without the state around them. */
import { bytesToHex, hexToBytes, type Keccak, keccakBytes } from '@mandate/core';
import { type Hex, toRlp } from 'viem';
import { EMPTY_ROOT } from '../trie.ts';

/** Returns random bytes. */
export type RandomBytes = (length: number) => Hex;

/** A key of 32 bytes and its value: null proves that the trie has none. */
export type Entry = readonly [key: Hex, value: Hex | null];

export interface TrieOptions {
  /**
   * Down to this depth every node is a full branch, whose other children are random hashes: their nodes exist nowhere, as
   * those of a real trie are not in a proof.
   */
  readonly depth?: number;
  readonly random?: RandomBytes;
  readonly hash?: Keccak;
}

/** A node as its parent has it: its hash, or its fields if they are shorter than a hash. */
type Ref = Hex | readonly Ref[];

interface TrieNode {
  readonly rlp: Hex;
  readonly ref: Ref;
  /** The nibbles of a leaf or an extension. */
  readonly path: string;
  /** Sixteen of a branch, one of an extension, none of a leaf. */
  readonly children: readonly (TrieNode | null)[];
}

const NIBBLES = 16;
const MIN_HASHED_BYTES = 32;
const hashHex: Keccak = (hex) => bytesToHex(keccakBytes(hexToBytes(hex)));
const sizeOf = (hex: Hex) => (hex.length - 2) / 2;

export function buildTrie(
  entries: readonly Entry[],
  { depth = 0, random = () => '0x', hash = hashHex }: TrieOptions = {},
) {
  function build(some: readonly Entry[], at: number): TrieNode | null {
    const isDeep = at >= depth;
    const found = isDeep ? some.filter(([, value]) => value !== null) : some;
    const [first] = found;
    if (!first) return null;
    const rest = first[0].slice(2 + at);
    if (isDeep && found.length === 1) return create([compact(rest, true), first[1] ?? '0x'], rest);
    const shared = isDeep ? countShared(found, rest, at) : 0;
    if (shared === 0) return branch(found, at);
    const path = rest.slice(0, shared);
    const below = branch(found, at + shared);
    return create([compact(path, false), below.ref], path, [below]);
  }

  function branch(some: readonly Entry[], at: number): TrieNode {
    const parts = Array.from({ length: NIBBLES }, (): Entry[] => []);
    for (const entry of some) parts[nibbleOf(entry[0], at)]?.push(entry);
    const children = parts.map((part) => build(part, at + 1));
    const refs = children.map((child, i) => {
      if (child) return child.ref;
      return at < depth && parts[i]?.length === 0 ? random(32) : '0x';
    });
    return create([...refs, '0x'], '', children);
  }

  function create(fields: readonly Ref[], path: string, children: TrieNode['children'] = []): TrieNode {
    const rlp = toRlp(fields as readonly Hex[]);
    return { rlp, ref: sizeOf(rlp) < MIN_HASHED_BYTES ? fields : hash(rlp), path, children };
  }

  function* listNodes(key: Hex): Iterable<Hex> {
    let at = 0;
    for (let node = root; node; ) {
      // A short node is inside its parent.
      if (node === root || typeof node.ref === 'string') yield node.rlp;
      const { path, children }: TrieNode = node;
      node = children.length === NIBBLES ? children[nibbleOf(key, at++)] : children[0];
      if (!key.startsWith(path, 2 + at)) return;
      at += path.length;
    }
  }

  const root: TrieNode | null | undefined = build(entries, 0);
  return {
    root: root ? hash(root.rlp) : EMPTY_ROOT,
    /** Returns the nodes on the ways to some keys, each once. */
    prove: (...keys: readonly Hex[]) => [...new Set(keys.flatMap((key) => [...listNodes(key)]))],
  };
}

/** Counts the nibbles with which all keys go on. Throws if they are one key, for which there is no branch. */
function countShared(entries: readonly Entry[], rest: string, at: number): number {
  const count = [...rest].findIndex((nibble, i) => entries.some(([key]) => key[2 + at + i] !== nibble));
  if (count < 0)
    throw new RangeError(`Two entries have a key that ends in ${rest}. Build the trie with one.`);
  return count;
}

function nibbleOf(key: Hex, at: number): number {
  return Number.parseInt(key[2 + at] ?? '', 16);
}

/** Encodes a path: an odd number of nibbles, and whether it ends at an entry, are in its first nibble. */
function compact(nibbles: string, isLeaf: boolean): Hex {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  return `0x${flag}${isOdd ? '' : '0'}${nibbles}`;
}

/** Encodes the value of a storage trie; null for 0, which it has no entry for. */
export function encodeWord(value: bigint): Hex | null {
  const digits = value.toString(16);
  return value === 0n ? null : toRlp(`0x${digits.padStart(digits.length + (digits.length % 2), '0')}`);
}
