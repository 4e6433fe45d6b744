/** The wallets and the contract that the tests ask about. */
import type { Address } from '@mandate/sdk';

export const TO: Address = '0x0000000000000000000000000000000000000407';
export const FROM: Address = '0x00000000000000000000000000000000000c01d0';
export const CONTRACT: Address = '0xC011eC7100000000000000000000000000000001';
