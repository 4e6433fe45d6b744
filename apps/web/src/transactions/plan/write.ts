export type { Address, Hex } from '@mandate/sdk';
export type { Write } from '@mandate/sdk/calldata';
