/** A whole number from 0 to 2^256-1. A string has decimal digits, or `0x` and hex digits. */
export type Uint256 = bigint | number | string;

const MAX_UINT256 = 2n ** 256n - 1n;
const WHOLE = /^(?:\d{1,78}|0x[\da-f]{1,64})$/i;

/** Reads a number that still has all of its digits. Throws on every other. */
export function readUint256(value: Uint256, name: string): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(
      `${name} ${value} is no whole number below 2^53, so its digits may be lost. Pass a bigint or a string.`,
    );
  }
  if (typeof value === 'string' && !WHOLE.test(value)) {
    throw new RangeError(`${name} ${JSON.stringify(value.slice(0, 80))} is no whole number.`);
  }
  const exact = BigInt(value);
  if (exact < 0n || exact > MAX_UINT256) throw new RangeError(`${name} must be from 0 to 2^256-1.`);
  return exact;
}
