/** Computes the root of the trie of a block's receipts, which the block's header contains. */

import type { Receipt } from '@mandate/nodes';
import type { Hex } from 'viem';
import { bytesToHex, concatHex, hexToBytes, keccak256, numberToHex, toRlp } from 'viem/utils';

export function receiptsRoot(receipts: readonly Receipt[]): Hex {
  const entries = receipts.map((receipt, i) => ({
    nibbles: nibblesOf(toRlp(i === 0 ? '0x' : numberToHex(i))),
    value: encodeReceipt(receipt),
  }));
  return keccak256(entries.length === 0 ? toRlp('0x') : toRlp(nodeOf(entries, 0)));
}

interface Entry {
  readonly nibbles: readonly number[];
  readonly value: Hex;
}

type Rlp = Hex | readonly Rlp[];

function encodeReceipt({ type, status, cumulativeGasUsed, logsBloom, logs }: Receipt): Hex {
  const payload = toRlp([
    quantity(BigInt(status)),
    quantity(cumulativeGasUsed),
    logsBloom,
    logs.map(({ address, topics, data }) => [address, [...topics], data]),
  ]);
  return type === 0 ? payload : concatHex([numberToHex(type, { size: 1 }), payload]);
}

function quantity(value: bigint): Hex {
  if (value === 0n) return '0x';
  const digits = value.toString(16);
  return `0x${digits.padStart(digits.length + (digits.length % 2), '0')}`;
}

/** Returns the trie node of these entries, whose keys agree in all nibbles before `depth`. */
function nodeOf(entries: readonly Entry[], depth: number): Rlp[] {
  const [first] = entries;
  if (!first) throw new RangeError('A trie node must have entries.');
  if (entries.length === 1) return [pathOf(first.nibbles.slice(depth), true), first.value];
  let shared = depth;
  while (entries.every(({ nibbles }) => shared < nibbles.length && nibbles[shared] === first.nibbles[shared]))
    shared++;
  if (shared > depth)
    return [pathOf(first.nibbles.slice(depth, shared), false), refTo(nodeOf(entries, shared))];
  const children = Array.from({ length: 16 }, (_, nibble): Rlp => {
    const below = entries.filter(({ nibbles }) => nibbles[depth] === nibble);
    return below.length === 0 ? '0x' : refTo(nodeOf(below, depth + 1));
  });
  return [...children, entries.find(({ nibbles }) => nibbles.length === depth)?.value ?? '0x'];
}

/** Returns a reference to a node: the node itself if it has fewer than 32 bytes, else its hash. */
function refTo(node: Rlp[]): Rlp {
  const encoded = toRlp(node);
  return encoded.length < 2 + 64 ? node : keccak256(encoded);
}

/** Packs nibbles into bytes. The first one says whether they end in a value and whether their number is odd. */
function pathOf(nibbles: readonly number[], leaf: boolean): Hex {
  const odd = nibbles.length % 2 === 1;
  const flag = (leaf ? 2 : 0) + (odd ? 1 : 0);
  const all = odd ? [flag, ...nibbles] : [flag, 0, ...nibbles];
  return bytesToHex(
    Uint8Array.from({ length: all.length / 2 }, (_, i) => ((all[2 * i] ?? 0) << 4) | (all[2 * i + 1] ?? 0)),
  );
}

function nibblesOf(key: Hex): number[] {
  return [...hexToBytes(key)].flatMap((byte) => [byte >> 4, byte & 15]);
}
