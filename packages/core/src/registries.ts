/** Describes the registries and their grant kinds as data. AGENTS.md lists what else a new one touches. */
import { type Address, parseAddress, ZERO_ADDRESS } from './address.ts';

interface KindFacts {
  /** The ledger and the read model store the kind under this number. It never changes its meaning. */
  readonly ledgerNumber: number;
  /** The fields that say what a grant covers, beside the two wallets. */
  readonly scope: readonly ('contract' | 'tokenId')[];
  /** A check of the kind answers yes or no, or the largest amount that is delegated. */
  readonly answer: 'boolean' | 'balance';
  /** `type` of a record. */
  readonly type: 'ALL' | 'CONTRACT' | 'TOKEN';
  /** `tokenType` of a record. `null` if its registry does not tell tokens apart, or the grant is broader than a token. */
  readonly tokenType: string | null;
}

/** Every grant kind of any registry. A check also counts grants of the broader kinds `all` and `contract`. */
export const KINDS = {
  all: { ledgerNumber: 1, scope: [], answer: 'boolean', type: 'ALL', tokenType: null },
  contract: { ledgerNumber: 2, scope: ['contract'], answer: 'boolean', type: 'CONTRACT', tokenType: null },
  token: {
    ledgerNumber: 3,
    scope: ['contract', 'tokenId'],
    answer: 'boolean',
    type: 'TOKEN',
    tokenType: null,
  },
  erc721: {
    ledgerNumber: 4,
    scope: ['contract', 'tokenId'],
    answer: 'boolean',
    type: 'TOKEN',
    tokenType: 'ERC721',
  },
  erc20: { ledgerNumber: 5, scope: ['contract'], answer: 'balance', type: 'TOKEN', tokenType: 'ERC20' },
  erc1155: {
    ledgerNumber: 6,
    scope: ['contract', 'tokenId'],
    answer: 'balance',
    type: 'TOKEN',
    tokenType: 'ERC1155',
  },
} as const satisfies Record<string, KindFacts>;

export type Kind = keyof typeof KINDS;

/** The names of the two wallets. */
interface PartyNames {
  readonly to: 'to' | 'delegate';
  readonly from: 'from' | 'vault';
}

const PLAIN = { to: 'to', from: 'from' } as const satisfies PartyNames;
const VAULT = { to: 'delegate', from: 'vault' } as const satisfies PartyNames;

/** A grant kind as one registry has it. */
export interface KindDescription extends KindFacts {
  /** The contract's own number, `type_` in its structs. */
  readonly contractType: number;
  /** The names of its event, view and write in the ABI. */
  readonly event: string;
  readonly check: string;
  readonly write: string;
  /** The names of the two wallets in the HTTP check of the kind, in the order of its specification. */
  readonly checkParties: PartyNames;
}

export interface RegistryDescription {
  readonly id: string;
  /** The ledger and the read model store the registry under this number. It never changes its meaning. */
  readonly ledgerNumber: number;
  /** Its address, except on chains that derive addresses in another way: `CHAINS` has the address of each chain. */
  readonly address: Address;
  /** A grant may be limited to a right. */
  readonly hasRights: boolean;
  /** The names of the two wallets in its events and records. */
  readonly parties: PartyNames;
  /** The event argument that is false for a revocation. */
  readonly enableArgument: string;
  /** Its storage marks absence with these addresses, so nothing from them ever stands. */
  readonly absenceMarks: readonly Address[];
  /** Its kinds, in the order of `contractType`. */
  readonly kinds: { readonly all: KindDescription; readonly contract: KindDescription } & {
    readonly [K in Kind]?: KindDescription;
  };
}

export const REGISTRIES = {
  v1: {
    id: 'v1',
    ledgerNumber: 1,
    address: parseAddress('0x00000000000076a84fef008cdabe6409d2fe638b'),
    hasRights: false,
    parties: VAULT,
    enableArgument: 'value',
    absenceMarks: [],
    kinds: {
      all: {
        ...KINDS.all,
        contractType: 1,
        event: 'DelegateForAll',
        check: 'checkDelegateForAll',
        write: 'delegateForAll',
        checkParties: VAULT,
      },
      contract: {
        ...KINDS.contract,
        contractType: 2,
        event: 'DelegateForContract',
        check: 'checkDelegateForContract',
        write: 'delegateForContract',
        checkParties: VAULT,
      },
      token: {
        ...KINDS.token,
        contractType: 3,
        event: 'DelegateForToken',
        check: 'checkDelegateForToken',
        write: 'delegateForToken',
        checkParties: VAULT,
      },
    },
  },
  v2: {
    id: 'v2',
    ledgerNumber: 2,
    address: parseAddress('0x00000000000000447e69651d841bd8d104bed493'),
    hasRights: true,
    parties: PLAIN,
    enableArgument: 'enable',
    // The `from` of a delegation that never was, and of one that was revoked.
    absenceMarks: [ZERO_ADDRESS, parseAddress('0x0000000000000000000000000000000000000001')],
    kinds: {
      all: {
        ...KINDS.all,
        contractType: 1,
        event: 'DelegateAll',
        check: 'checkDelegateForAll',
        write: 'delegateAll',
        checkParties: PLAIN,
      },
      contract: {
        ...KINDS.contract,
        contractType: 2,
        event: 'DelegateContract',
        check: 'checkDelegateForContract',
        write: 'delegateContract',
        checkParties: { from: 'from', to: 'to' },
      },
      erc721: {
        ...KINDS.erc721,
        contractType: 3,
        event: 'DelegateERC721',
        check: 'checkDelegateForERC721',
        write: 'delegateERC721',
        checkParties: VAULT,
      },
      erc20: {
        ...KINDS.erc20,
        contractType: 4,
        event: 'DelegateERC20',
        check: 'checkDelegateForERC20',
        write: 'delegateERC20',
        checkParties: VAULT,
      },
      erc1155: {
        ...KINDS.erc1155,
        contractType: 5,
        event: 'DelegateERC1155',
        check: 'checkDelegateForERC1155',
        write: 'delegateERC1155',
        checkParties: VAULT,
      },
    },
  },
} as const satisfies Record<string, RegistryDescription>;

export type Registry = keyof typeof REGISTRIES;

/** The kinds of one registry. */
export type KindOf<R extends Registry> = R extends Registry ? keyof (typeof REGISTRIES)[R]['kinds'] : never;

type NonEmpty<T> = readonly [T, ...T[]];

export const REGISTRY_IDS = Object.keys(REGISTRIES) as unknown as NonEmpty<Registry>;

/** Lists the kinds of a registry, in the order of `contractType`. */
export function listKinds<R extends Registry>(registry: R): NonEmpty<KindOf<R>> {
  return Object.keys(REGISTRIES[registry].kinds) as unknown as NonEmpty<KindOf<R>>;
}

/** Gets a kind as a registry has it. Throws where the registry lacks the kind. */
export function getKind(registry: Registry, kind: Kind): KindDescription {
  const { kinds }: RegistryDescription = REGISTRIES[registry];
  const found = kinds[kind];
  if (!found) throw new TypeError(`The ${registry} registry has no ${kind} delegations.`);
  return found;
}

/** Gets the kind that a contract names by its own number. Throws where the registry has no such number. */
export function getKindOfType<R extends Registry>(registry: R, contractType: number): KindOf<R> {
  const kind = listKinds(registry).find((each) => getKind(registry, each).contractType === contractType);
  if (!kind) throw new RangeError(`The ${registry} registry has no delegation type ${contractType}.`);
  return kind;
}

/** Gets the kind that a record names by its `type` and `tokenType`. Throws where the registry has no such kind. */
export function getKindOfRecord(registry: Registry, type: string, tokenType: string | null): Kind {
  const kind = listKinds(registry).find(
    (each) => KINDS[each].type === type && KINDS[each].tokenType === tokenType,
  );
  if (!kind) throw new RangeError(`The ${registry} registry has no record of type ${type} and ${tokenType}.`);
  return kind;
}
