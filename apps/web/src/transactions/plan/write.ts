export type { Write } from '@mandate/sdk/transactions';

export type Address = `0x${string}`;
export type Hex = `0x${string}`;
