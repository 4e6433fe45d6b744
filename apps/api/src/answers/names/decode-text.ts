/** Reads a text that a contract returned, as a string of the ABI or as 32 bytes. Nothing about it can be relied on. */
import type { StepAnswer } from '@mandate/nodes';
import type { Hex } from 'viem';
import { hexToBytes } from 'viem/utils';

const WORD = 32;
const decoder = new TextDecoder();

export interface ReturnedText {
  readonly text: string;
  /** `false` if it is longer than what was read. */
  readonly isWhole: boolean;
}

/** Returns the bytes of a returned string, as far as they were read, and its length. `null` if it is none. */
export function readStringBytes(answer: StepAnswer | undefined) {
  if (answer?.type !== 'returned' || answer.length < 2 * WORD) return null;
  const bytes = hexToBytes(answer.bytes);
  const offset = readWhole(bytes, 0);
  if (offset === null || offset + WORD > answer.length) return null;
  const length = readWhole(bytes, offset);
  const first = offset + WORD;
  if (length === null || first + length > answer.length) return null;
  return { first, length, bytes: bytes.subarray(first, first + length) };
}

/** Old tokens return their name as 32 bytes. `null` if the contract returned no text. */
export function readText(answer: StepAnswer | undefined): ReturnedText | null {
  if (answer?.type === 'returned' && answer.length === WORD) {
    const text = decoder.decode(hexToBytes(answer.bytes)).replace(/\0+$/, '');
    return text === '' || text.includes('\ufffd') ? null : { text, isWhole: true };
  }
  const found = readStringBytes(answer);
  if (!found) return null;
  const isWhole = found.bytes.length === found.length;
  return { text: decoder.decode(found.bytes), isWhole };
}

/** Returns the one word that was returned. `null` if it was something else. */
export function readWord(answer: StepAnswer | undefined): bigint | null {
  return answer?.type === 'returned' && answer.length === WORD ? BigInt(answer.bytes as Hex) : null;
}

/** `null` if it was not read, or no contract returns that much. */
function readWhole(bytes: Uint8Array, at: number): number | null {
  const word = bytes.subarray(at, at + WORD);
  if (word.length < WORD || word.subarray(0, WORD - 4).some((byte) => byte !== 0)) return null;
  return new DataView(word.buffer, word.byteOffset).getUint32(WORD - 4);
}
