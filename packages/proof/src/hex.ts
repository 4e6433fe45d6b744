import { type Bytes, hexToBytes } from '@mandate/core';
import { ProofError } from './proof-error.ts';

export type Hex = `0x${string}`;

const HEX = /^0x[0-9a-f]*$/;

/** Tells whether a value is whole bytes in lower-case hex. */
export function isHex(value: unknown, maxBytes: number, minBytes = maxBytes): value is Hex {
  return (
    typeof value === 'string' &&
    value.length % 2 === 0 &&
    value.length <= 2 * maxBytes + 2 &&
    value.length >= 2 * minBytes + 2 &&
    HEX.test(value)
  );
}

/** Reads bytes of the wire format. Each has one spelling, so that a proof has one, too. */
export function parseBytes(value: unknown, what: string, maxBytes: number, minBytes = maxBytes): Bytes {
  if (isHex(value, maxBytes, minBytes)) return hexToBytes(value);
  const length = maxBytes === minBytes ? maxBytes : `${minBytes} to ${maxBytes}`;
  throw new ProofError('form', `"${what}" must be ${length} bytes in lower-case hex.`);
}
