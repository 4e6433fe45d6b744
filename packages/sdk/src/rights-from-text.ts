import { InvalidParametersError } from './client/errors.ts';
import type { Hex } from './hex.ts';

const BYTES = 32;

/**
 * Returns the 32 bytes of a right's name, encoded like a short literal in Solidity: the bytes of the text,
 * then zeros.
 *
 * @example
 * import { rightsFromText } from '@mandate/sdk';
 *
 * console.log(rightsFromText('vote'));
 * // 0x766f746500000000000000000000000000000000000000000000000000000000
 */
export function rightsFromText(text: string): Hex {
  const bytes = new TextEncoder().encode(text);
  // An empty name would give 32 zero bytes, and those mean full rights.
  if (bytes.length === 0) throw refuse('is empty: leave `rights` out to ask for full rights.');
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) throw refuse('is already 32 bytes: send it unchanged.');
  if (bytes.length > BYTES) {
    throw refuse('has more than 32 bytes: shorten it, or send the keccak-256 hash of the name.');
  }
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `0x${digits.padEnd(BYTES * 2, '0')}`;
}

function refuse(message: string): InvalidParametersError {
  const errors = [{ parameter: 'text', message }];
  return new InvalidParametersError({ code: 'invalid_parameters', detail: `"text" ${message}`, errors });
}
