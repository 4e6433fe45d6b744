/** Made from packages/core by `npm run build:docs`. */
/** 32 zero bytes: a delegation that is not limited to any right. */
export const FULL_RIGHTS = '0x0000000000000000000000000000000000000000000000000000000000000000';

/** The kinds of each registry. */
export const REGISTRIES = {
  v2: {
    all: {
      scope: [],
      hasRights: true,
      answer: 'boolean',
      type: 'ALL',
      tokenType: null,
      checkParties: {
        to: 'to',
        from: 'from',
      },
    },
    contract: {
      scope: ['contract'],
      hasRights: true,
      answer: 'boolean',
      type: 'CONTRACT',
      tokenType: null,
      checkParties: {
        from: 'from',
        to: 'to',
      },
    },
    erc721: {
      scope: ['contract', 'tokenId'],
      hasRights: true,
      answer: 'boolean',
      type: 'TOKEN',
      tokenType: 'ERC721',
      checkParties: {
        to: 'delegate',
        from: 'vault',
      },
    },
    erc1155: {
      scope: ['contract', 'tokenId'],
      hasRights: true,
      answer: 'balance',
      type: 'TOKEN',
      tokenType: 'ERC1155',
      checkParties: {
        to: 'delegate',
        from: 'vault',
      },
    },
    erc20: {
      scope: ['contract'],
      hasRights: true,
      answer: 'balance',
      type: 'TOKEN',
      tokenType: 'ERC20',
      checkParties: {
        to: 'delegate',
        from: 'vault',
      },
    },
  },
  v1: {
    all: {
      scope: [],
      hasRights: false,
      answer: 'boolean',
      type: 'ALL',
      tokenType: null,
      checkParties: {
        to: 'delegate',
        from: 'vault',
      },
    },
    contract: {
      scope: ['contract'],
      hasRights: false,
      answer: 'boolean',
      type: 'CONTRACT',
      tokenType: null,
      checkParties: {
        to: 'delegate',
        from: 'vault',
      },
    },
    token: {
      scope: ['contract', 'tokenId'],
      hasRights: false,
      answer: 'boolean',
      type: 'TOKEN',
      tokenType: null,
      checkParties: {
        to: 'delegate',
        from: 'vault',
      },
    },
  },
} as const;
