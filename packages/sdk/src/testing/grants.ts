/** A grant as the service writes it, and the block of its answers. */
import { FROM, TO } from './calls.ts';

export const BLOCK = { number: 19_000_000, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 };
export const GRANT = {
  registry: 'v2',
  type: 'ALL',
  from: FROM,
  to: TO,
  contract: null,
  tokenId: null,
  rights: `0x${'00'.repeat(32)}`,
  tokenType: null,
  amount: null,
  block: 2,
  transaction: `0x${'cd'.repeat(32)}`,
  since: 1_600_000_000,
  expiresAt: null,
};
