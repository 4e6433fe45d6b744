/** Bytes as text: `0x` and hex digits. */
export type Hex = `0x${string}`;

/** A wallet or contract: `0x` and 40 hex digits. Answers spell it as EIP-55 does; compare in lower case. */
export type Address = `0x${string}`;
