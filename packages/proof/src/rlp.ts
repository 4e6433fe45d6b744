/** Strict RLP: every value has exactly one encoding, and anything else is refused. */
import { ProofError, type ProofPart } from './proof-error.ts';

export interface Item {
  readonly isList: boolean;
  /** The string's bytes, or the encodings of the list's items. */
  readonly data: Uint8Array;
  /** The bytes that the whole item takes. */
  readonly size: number;
}

/** The longest payload whose length fits into the first byte. */
const MAX_SHORT = 55;
/** The bytes of the longest length: no header or node has 16 MB. */
const MAX_LENGTH_BYTES = 3;

/** Reads the items of the list that the bytes are. */
export function decodeList(bytes: Uint8Array, part: ProofPart): Item[] {
  const list = readItem(bytes, 0, part);
  if (!list.isList || list.size !== bytes.length) throw refuse(part, 'is not one list');
  return decodeItems(list.data, part);
}

/** Reads items that follow each other up to the end. */
export function decodeItems(bytes: Uint8Array, part: ProofPart): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < bytes.length; ) {
    const item = readItem(bytes, at, part);
    items.push(item);
    at += item.size;
  }
  return items;
}

function readItem(bytes: Uint8Array, at: number, part: ProofPart): Item {
  const first = byteAt(bytes, at);
  if (first < 0x80) return { isList: false, data: bytes.subarray(at, at + 1), size: 1 };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const start = at + 1 + Math.max(0, short - MAX_SHORT);
  const length = short > MAX_SHORT ? readLength(bytes, at + 1, start, part) : short;
  if (start + length > bytes.length) throw refuse(part, 'is cut off');
  if (!isList && length === 1 && byteAt(bytes, start) < 0x80) throw refuse(part, 'is not canonical');
  return { isList, data: bytes.subarray(start, start + length), size: start + length - at };
}

function readLength(bytes: Uint8Array, from: number, to: number, part: ProofPart): number {
  let length = 0;
  for (let at = from; at < to; at++) length = length * 256 + byteAt(bytes, at);
  const isMinimal = byteAt(bytes, from) > 0 && length > MAX_SHORT;
  if (!isMinimal || to - from > MAX_LENGTH_BYTES) throw refuse(part, 'is not canonical');
  return length;
}

/** Bytes beyond the end count as 0: the length of what they belong to is compared with the end. */
function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function refuse(part: ProofPart, why: string): ProofError {
  return new ProofError(part, `Its RLP ${why}.`);
}

/** Reads a number of at most this many bytes, which has no leading zeros. */
export function readNumber({ isList, data }: Item, maxBytes: number, part: ProofPart): bigint {
  if (isList || data.length > maxBytes || data[0] === 0) throw refuse(part, 'is not canonical');
  let value = 0n;
  for (const byte of data) value = (value << 8n) | BigInt(byte);
  return value;
}
