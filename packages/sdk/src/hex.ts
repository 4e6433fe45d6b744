/** Bytes as text: `0x` followed by hex digits. */
export type Hex = `0x${string}`;

/**
 * The address of a wallet or contract: `0x` followed by 40 hex digits. Answers use EIP-55 checksums, so
 * compare in lower case.
 */
export type Address = `0x${string}`;

/** Compares addresses in any case: answers use EIP-55, callers may not. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
