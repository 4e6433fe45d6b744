/** Parses JSON into types and throws on anything that does not match exactly. */
import type { Address, Hex } from '../hex.ts';

/** Returns the value or throws. */
export type Read<T> = (value: unknown) => T;

/** Ignores additional fields: a newer service may send more. */
export function object<T>(fields: { readonly [Name in keyof T]-?: Read<T[Name]> }): Read<T> {
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new TypeError(`${show(value)} is not an object`);
    const found: Partial<T> = {};
    for (const name in fields) {
      try {
        found[name] = fields[name]((value as { [Key in keyof T]: unknown })[name]);
      } catch (error) {
        throw new TypeError(`${name}: ${(error as Error).message}`);
      }
    }
    return found as T;
  };
}

/** Reads a value, and throws if its parts do not fit each other. */
export function checked<T>(read: Read<T>, assert: (value: T) => void): Read<T> {
  return (value) => {
    const found = read(value);
    assert(found);
    return found;
  };
}

export function array<T>(read: Read<T>): Read<T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError(`${show(value)} is not an array`);
    return value.map(read);
  };
}

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value));
}

export function oneOf<const T extends string>(values: readonly T[]): Read<T> {
  return that((value): value is T => values.includes(value as T), values.join(' or '));
}

const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

export const text = that((value) => typeof value === 'string', 'text');
export const flag = that((value) => typeof value === 'boolean', 'true or false');
export const whole = that((value): value is number => Number.isSafeInteger(value), 'a whole number');
export const number = that((value): value is number => Number.isFinite(value), 'a number');
export const address = that((value): value is Address => matches(value, /^0x[0-9a-fA-F]{40}$/), 'an address');
export const bytes32 = that((value): value is Hex => matches(value, /^0x[0-9a-f]{64}$/), '32 bytes');
export const bytes64 = that((value): value is Hex => matches(value, /^0x[0-9a-f]{128}$/), '64 bytes');

export const bytes = that((value): value is Hex => matches(value, /^0x(?:[0-9a-f]{2})*$/), 'bytes');

/** Never accepts a number: it may have lost digits before we see it. */
export const uint256: Read<bigint> = (value) => {
  if (!matches(value, /^\d{1,78}$/)) throw new TypeError(`${show(value)} is not a whole number in a string`);
  const number = BigInt(value as string);
  if (number >> 256n) throw new TypeError(`${show(value)} is above 2^256-1`);
  return number;
};

/** The sum of several uint256, which can be larger than any. */
export const sum: Read<bigint> = (value) => {
  if (!matches(value, /^\d{1,90}$/)) throw new TypeError(`${show(value)} is not a whole number in a string`);
  return BigInt(value as string);
};

function that<T>(is: (value: unknown) => value is T, what: string): Read<T> {
  return (value) => {
    if (!is(value)) throw new TypeError(`${show(value)} is not ${what}`);
    return value;
  };
}

function show(value: unknown): string {
  return `${JSON.stringify(value)}`.slice(0, 60);
}
