/**
 * The registries and their grant kinds, as far as a client needs them. `registries.test.ts` compares them with the
 * description that the service is made from. A single check does not import them: it has to stay small in a bundle.
 */

export interface Kind {
  /** The fields that say what a grant covers, beside the two wallets. */
  readonly scope: readonly ('contract' | 'tokenId')[];
  readonly hasRights: boolean;
  /** A check of the kind answers yes or no, or the largest amount that is delegated. */
  readonly answer: 'boolean' | 'balance';
  /** The name of the kind in records. */
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  readonly tokenType: string | null;
  /** The names of the two wallets in the HTTP check of the kind. */
  readonly checkParties: { readonly to: string; readonly from: string };
}

const PLAIN = { to: 'to', from: 'from' } as const;
const VAULT = { to: 'delegate', from: 'vault' } as const;

/** The kinds of each registry. */
export const REGISTRIES = {
  v2: {
    all: {
      scope: [],
      hasRights: true,
      answer: 'boolean',
      type: 'ALL',
      tokenType: null,
      checkParties: PLAIN,
    },
    contract: {
      scope: ['contract'],
      hasRights: true,
      answer: 'boolean',
      type: 'CONTRACT',
      tokenType: null,
      checkParties: PLAIN,
    },
    erc721: {
      scope: ['contract', 'tokenId'],
      hasRights: true,
      answer: 'boolean',
      type: 'TOKEN',
      tokenType: 'ERC721',
      checkParties: VAULT,
    },
    erc1155: {
      scope: ['contract', 'tokenId'],
      hasRights: true,
      answer: 'balance',
      type: 'TOKEN',
      tokenType: 'ERC1155',
      checkParties: VAULT,
    },
    erc20: {
      scope: ['contract'],
      hasRights: true,
      answer: 'balance',
      type: 'TOKEN',
      tokenType: 'ERC20',
      checkParties: VAULT,
    },
  },
  v1: {
    all: {
      scope: [],
      hasRights: false,
      answer: 'boolean',
      type: 'ALL',
      tokenType: null,
      checkParties: VAULT,
    },
    contract: {
      scope: ['contract'],
      hasRights: false,
      answer: 'boolean',
      type: 'CONTRACT',
      tokenType: null,
      checkParties: VAULT,
    },
    token: {
      scope: ['contract', 'tokenId'],
      hasRights: false,
      answer: 'boolean',
      type: 'TOKEN',
      tokenType: null,
      checkParties: VAULT,
    },
  },
} as const satisfies Record<string, Readonly<Record<string, Kind>>>;

export type Registries = typeof REGISTRIES;

export type Registry = keyof Registries;

/** The names of the kinds of all registries. */
export type KindName = { [R in Registry]: keyof Registries[R] }[Registry];

export type TokenType = NonNullable<
  { [R in Registry]: Registries[R][keyof Registries[R]] }[Registry]['tokenType']
>;

/** The standards of tokens that delegations name. */
export const TOKEN_TYPES = ['ERC721', 'ERC1155', 'ERC20'] as const satisfies readonly TokenType[];

/** Finds a kind by what a caller gave; undefined where no registry has it. */
export function findKind(registry: string, kind: string): Kind | undefined {
  const kinds: Readonly<Record<string, Kind>> = Object.hasOwn(REGISTRIES, registry)
    ? REGISTRIES[registry as Registry]
    : {};
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}
