declare const lowerCase: unique symbol;

/** A wallet or contract address in lower case, so that equal addresses are equal strings. */
export type Address = `0x${string}` & { readonly [lowerCase]: true };

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** Takes an address in any case. Checksums are an edge's concern: a wrong one is accepted. */
export function parseAddress(text: string): Address {
  const lower = text.toLowerCase();
  if (!ADDRESS.test(lower)) {
    throw new TypeError(`Not an address: "${text}". Write 0x followed by 40 hex digits.`);
  }
  return lower as Address;
}

export const ZERO_ADDRESS = parseAddress(`0x${'0'.repeat(40)}`);
