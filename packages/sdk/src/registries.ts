/** The registries and their kinds of grants. A single check does not import them: it has to stay small in a bundle. */
import { REGISTRIES } from './generated/kinds.ts';

export { REGISTRIES };

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

interface Scope {
  readonly registry: Registry;
  readonly type: string;
  readonly tokenType: string | null;
}

/** Returns the kind of a record. */
export function kindOf({ registry, type, tokenType }: Scope): KindName {
  const kinds: Readonly<Record<string, Kind>> = REGISTRIES[registry];
  const found = Object.entries(kinds).find(([, kind]) => kind.type === type && kind.tokenType === tokenType);
  // A record that nobody knows must not look broader than it is.
  return (found?.[0] ?? 'token') as KindName;
}
