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
  /** The amount of the sample. Null: a grant of the kind has no amount. */
  readonly amount: string | null;
}

export const WRITTEN: Readonly<Record<Kind, WrittenKind>> = {
  all: {
    hot: '0x4070A11000000000000000000000000000000abC',
    type: 'ALL',
    tokenType: null,
    has: [],
    amount: null,
  },
  contract: {
    hot: '0x4070C0000000000000000000000000000000ABcD',
    type: 'CONTRACT',
    tokenType: null,
    has: ['contract'],
    amount: null,
  },
  token: {
    hot: '0x4070D0000000000000000000000000000000aBCE',
    type: 'TOKEN',
    tokenType: null,
    has: ['contract', 'tokenId'],
    amount: null,
  },
  erc721: {
    hot: '0x4070721000000000000000000000000000000abC',
    type: 'TOKEN',
    tokenType: 'ERC721',
    has: ['contract', 'tokenId'],
    amount: null,
  },
  erc20: {
    hot: '0x4070020000000000000000000000000000000ABd',
    type: 'TOKEN',
    tokenType: 'ERC20',
    has: ['contract'],
    amount: '5',
  },
  erc1155: {
    hot: '0x4071155000000000000000000000000000000abe',
    type: 'TOKEN',
    tokenType: 'ERC1155',
    has: ['contract', 'tokenId'],
    amount: '3',
  },
};

export const isBalance = (kind: Kind) => WRITTEN[kind].amount !== null;
