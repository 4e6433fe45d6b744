/**
 * The expectations of the suite for each grant kind, and its sample's wallet. They are written out, so that the service is not
 * checked against its own description. So are the EIP-55 checksums.
 */
import type { Kind } from '@mandate/core';

interface WrittenKind {
  /** The hot wallet of the sample. Each kind has its own, so that no broader delegation satisfies a narrower check. */
  readonly hot: string;
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  readonly tokenType: string | null;
  readonly has: readonly ('contract' | 'tokenId')[];
  /** The amount of the sample. `null` if a grant of the kind has no amount. */
  readonly amount: string | null;
}

const NO_TOKEN = { tokenType: null, has: [], amount: null } as const;
const TOKEN = { type: 'TOKEN', has: ['contract', 'tokenId'], amount: null } as const;

export const WRITTEN: Readonly<Record<Kind, WrittenKind>> = {
  all: { ...NO_TOKEN, hot: '0x4070A11000000000000000000000000000000abC', type: 'ALL' },
  contract: {
    ...NO_TOKEN,
    hot: '0x4070C0000000000000000000000000000000ABcD',
    type: 'CONTRACT',
    has: ['contract'],
  },
  token: { ...TOKEN, hot: '0x4070D0000000000000000000000000000000aBCE', tokenType: null },
  erc721: { ...TOKEN, hot: '0x4070721000000000000000000000000000000abC', tokenType: 'ERC721' },
  erc20: {
    ...TOKEN,
    hot: '0x4070020000000000000000000000000000000ABd',
    tokenType: 'ERC20',
    has: ['contract'],
    amount: '5',
  },
  erc1155: { ...TOKEN, hot: '0x4071155000000000000000000000000000000abe', tokenType: 'ERC1155', amount: '3' },
};

export const isBalance = (kind: Kind) => WRITTEN[kind].amount !== null;
