/** Amounts as people write them, e.g. "1.5", and as the registry stores them. */

export const UNLIMITED = 2n ** 256n - 1n;
const MAX_LENGTH = 100;

type ReadUnits = { readonly value: bigint } | { readonly problem: string };

/** Reads an amount of a token with this many decimals. Zero decimals: only whole numbers. */
export function readUnits(text: string, decimals: number): ReadUnits {
  const typed = text.trim().replaceAll(/[\s_,](?=\d{3}(?!\d))/g, '');
  if (typed === '') return { problem: 'Enter an amount above 0.' };
  const [, whole = '', part = ''] = /^(\d*)(?:\.(\d*))?$/.exec(typed) ?? [];
  if (typed.length > MAX_LENGTH || whole + part === '')
    return { problem: 'An amount is a number such as 12 or 0.5.' };
  if (part.length > decimals) {
    return {
      problem:
        decimals === 0
          ? 'Enter a whole number.'
          : `This token has ${decimals} decimals. The amount has ${part.length}.`,
    };
  }
  const value = BigInt(whole + part.padEnd(decimals, '0'));
  if (value === 0n) return { problem: 'Enter an amount above 0. To end a delegation, revoke it.' };
  return value > UNLIMITED ? { problem: 'Amounts go up to 2^256-1. This is larger.' } : { value };
}

/** Writes an amount as a text that `readUnits` reads. */
export function writeUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return part ? `${whole}.${part}` : whole;
}

/** Writes an amount that was typed with other decimals, so that it stays the same amount. */
export function rescale(text: string, from: number, to: number): string {
  const read = from === to ? null : readUnits(text, from);
  return read && 'value' in read ? writeUnits(read.value, to) : text;
}
