/** A delegation of the whole wallet as the service writes it, and the block of its answers. */
import type { Address } from 'viem';

export const TO: Address = '0x0000000000000000000000000000000000000407';
export const FROM: Address = '0x00000000000000000000000000000000000c01d0';
export const CONTRACT: Address = '0xC011eC7100000000000000000000000000000001';

export const BLOCK = { number: 19_000_000, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 };

export const RECORD = {
  ...{ type: 'ALL', from: FROM, to: TO, contract: null, tokenId: null },
  ...{ rights: `0x${'0'.repeat(64)}`, tokenType: null, amount: null },
};

export const GRANT = {
  ...{ ...RECORD, registry: 'v2', block: 2, transaction: `0x${'cd'.repeat(32)}` },
  ...{ since: 1_600_000_000, expiresAt: null },
};
