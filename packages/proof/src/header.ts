import { bytesToHex, keccakBytes } from '@mandate/core';
import { type Hex, parseBytes } from './hex.ts';
import { ProofError } from './proof-error.ts';
import { decodeList, type Item, readNumber } from './rlp.ts';

export interface Header {
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly stateRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly logsBloom: Hex;
  readonly number: number;
  readonly timestamp: number;
}

/** Some chains keep lists of validators in `extraData`. */
const MAX_HEADER_BYTES = 65_536;
/** Numbers of six bytes are exact in JavaScript. */
const MAX_NUMBER_BYTES = 6;
const PART = 'header';

/** The bytes of each field that a block's hash covers on every chain. 0: a number; -1: any bytes. */
const SIZES = [32, 32, 20, 32, 32, 32, 256, 0, 0, 0, 0, 0, -1, 32, 8];

/** Reads a block's header. Fields of later forks follow the first 15, and their form is not checked. */
export function parseHeader(rlp: Hex): Header {
  const bytes = parseBytes(rlp, 'header', MAX_HEADER_BYTES, 1);
  const items = decodeList(bytes, PART);
  const item = (at: number) => items[at] as Item;
  if (items.some(({ isList }) => isList) || !SIZES.every((size, at) => hasSize(items[at], size)))
    throw new ProofError(PART, 'It is no header.');
  const readHex = (at: number) => bytesToHex(item(at).data);
  const readInteger = (at: number) => Number(readNumber(item(at), MAX_NUMBER_BYTES, PART));
  return {
    hash: bytesToHex(keccakBytes(bytes)),
    parentHash: readHex(0),
    stateRoot: readHex(3),
    receiptsRoot: readHex(5),
    logsBloom: readHex(6),
    number: readInteger(8),
    timestamp: readInteger(11),
  };
}

/** Returns the hash of a block whose header this is. */
export function hashHeader(rlp: Hex): Hex {
  return bytesToHex(keccakBytes(parseBytes(rlp, 'header', MAX_HEADER_BYTES, 1)));
}

function hasSize(item: Item | undefined, size: number): boolean {
  if (!item || size < 0) return item !== undefined;
  return size === 0 ? item.data[0] !== 0 : item.data.length === size;
}
