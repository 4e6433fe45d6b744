import { bytesToHex } from '@mandate/core';
import type { Hex } from './hex.ts';
import type { NodeSet } from './node-set.ts';
import { ProofError, type ProofPart } from './proof-error.ts';
import { decodeItems, type Item } from './rlp.ts';

/** The root of a trie without entries. */
export const EMPTY_ROOT: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** The half bytes of a key: the tries of the state have hashes as keys. */
const KEY_NIBBLES = 64;
const HASH_BYTES = 32;
const BRANCH_ITEMS = 17;

/** Finds the value of a key; null where the trie has none, which the nodes prove as well. */
export function findValue(root: Hex, key: Uint8Array, nodes: NodeSet, part: ProofPart): Uint8Array | null {
  return root === EMPTY_ROOT ? null : findBelow(nodes.get(root, part), 0, { key, nodes, part });
}

interface Walk {
  readonly key: Uint8Array;
  readonly nodes: NodeSet;
  readonly part: ProofPart;
}

/** Each step takes at least one of the key's 64 half bytes, so a walk ends however the nodes refer to each other. */
function findBelow(items: readonly Item[], depth: number, walk: Walk): Uint8Array | null {
  const { key, part } = walk;
  if (items.length === BRANCH_ITEMS && depth < KEY_NIBBLES) {
    assertBranch(items, part);
    const child = items[nibbleAt(key, depth)] as Item;
    return isEmpty(child) ? null : findBelow(open(child, walk), depth + 1, walk);
  }
  const { isLeaf, length, path, child } = readShort(items, depth, part);
  for (let i = 0; i < length; i++) {
    // The path ends where its bytes end: an odd one starts in the middle of its first byte.
    if (nibbleAt(path, 2 * path.length - length + i) !== nibbleAt(key, depth + i)) return null;
  }
  if (isLeaf) return child.data;
  const below = open(child, walk);
  if (below.length !== BRANCH_ITEMS) throw refuse(part);
  return findBelow(below, depth + length, walk);
}

function open({ isList, data }: Item, { nodes, part }: Walk): readonly Item[] {
  return isList ? decodeItems(data, part) : nodes.get(bytesToHex(data), part);
}

/** Reads a leaf or an extension, and how many half bytes its path has. */
function readShort(items: readonly Item[], depth: number, part: ProofPart) {
  const [path, child] = items;
  if (items.length !== 2 || !path || !child || path.isList) throw refuse(part);
  const first = path.data[0] ?? 0xff;
  const isOdd = (first >> 4) & 1;
  const isLeaf = first >= 0x20;
  const length = 2 * path.data.length - 2 + isOdd;
  const isWhole = isLeaf
    ? depth + length === KEY_NIBBLES && !child.isList && child.data.length > 0
    : length > 0 && depth + length < KEY_NIBBLES && isReference(child);
  // The flags are 0 to 3, and an even path leaves the other half of their byte empty.
  if (!isWhole || first >= 0x40 || (!isOdd && first % 16 > 0)) throw refuse(part);
  return { isLeaf, length, path: path.data, child };
}

/** A branch has two children or more, and no value of its own, since all keys have the same length. */
function assertBranch(items: readonly Item[], part: ProofPart): void {
  const children = items.filter((item) => !isEmpty(item));
  const value = items[BRANCH_ITEMS - 1];
  if (children.length < 2 || !value || !isEmpty(value) || !children.every(isReference)) throw refuse(part);
}

function isEmpty({ isList, data }: Item): boolean {
  return !isList && data.length === 0;
}

/** A node of less than 32 bytes is in the place of its hash. */
function isReference({ isList, data, size }: Item): boolean {
  return isList ? size < HASH_BYTES : data.length === HASH_BYTES;
}

function nibbleAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at >> 1] ?? 0;
  return at % 2 ? byte & 15 : byte >> 4;
}

function refuse(part: ProofPart): ProofError {
  return new ProofError(part, 'A node is none of a state trie.');
}
