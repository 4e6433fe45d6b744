/** Bytes and hex, without a library: these are in the bundle that verifies proofs. */

export type Bytes = Uint8Array<ArrayBuffer>;
export type Hex = `0x${string}`;

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function bytesToHex(bytes: Uint8Array): Hex {
  let hex = '';
  for (const byte of bytes) hex += DIGITS[byte];
  return `0x${hex}`;
}

/** Every runtime has it, but the types of the language do not. */
declare class TextEncoder {
  encode(text: string): Bytes;
}

/** Returns the bytes of a text in UTF-8. */
export const textToHex = (text: string): Hex => bytesToHex(new TextEncoder().encode(text));

/** Reads hex that is known to be whole bytes. */
export function hexToBytes(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length / 2 - 1);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digitAt(hex, 2 * i + 2) << 4) | digitAt(hex, 2 * i + 3);
  }
  return bytes;
}

/** The codes of 0-9 end in 0-9; those of a-f and A-F in 1-6 and have the bit 64. */
function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return (code & 15) + 9 * (code >> 6);
}
