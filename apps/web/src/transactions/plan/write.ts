export type { Write } from '@mandate/sdk/calldata';

export type Address = `0x${string}`;
export type Hex = `0x${string}`;
