/** Finds the wallets that may claim for a vault at a past block. */
import {
  type Address,
  type Client,
  type Delegation,
  type DelegationV1,
  FULL_RIGHTS,
  getExclusiveWallet,
  type Hex,
  type List,
  type ListDelegationsParameters,
  listDelegations,
  listDelegationsV1,
  MandateError,
  type Registry,
} from '@mandate/sdk';

export interface Scope {
  readonly chainId: number;
  readonly contract: Address;
  readonly atBlock: number;
  /** 32 bytes, or the 24 of an exclusive delegate. */
  readonly rights: Hex | undefined;
  readonly registries: readonly Registry[];
  readonly exclusive: boolean;
  readonly signal: AbortSignal;
}

/** The wallets in lower case, and the hash of the block as far as the service knows it. */
export interface Claimants {
  readonly wallets: ReadonlySet<Address>;
  readonly hashes: readonly Hex[];
}

const PAGE_ROWS = 1_000;

/** Without `exclusive`, the vault itself may always claim. Throws whenever something is not known. */
export async function findClaimants(client: Client, vault: Address, scope: Scope): Promise<Claimants> {
  if (scope.exclusive) return findExclusive(client, vault, scope);
  const found = { wallets: new Set<Address>([vault]), hashes: [] as Hex[] };
  for (const registry of scope.registries) await addGranted(client, vault, registry, scope, found);
  return found;
}

async function findExclusive(client: Client, vault: Address, scope: Scope): Promise<Claimants> {
  const { chainId, atBlock, rights, signal } = scope;
  const answer = await getExclusiveWallet(client, { vault, chainId, atBlock, rights, signal });
  const [unread] = answer.unknown;
  if (unread) throw new MandateError({ code: unread.reason, detail: unread.detail });
  const { wallet, block } = answer;
  return { wallets: new Set([toLowerCase(wallet)]), hashes: block.hash === null ? [] : [block.hash] };
}

const toLowerCase = (address: Address) => address.toLowerCase() as Address;

/** A delegation of either registry. */
type Row = Pick<Delegation, 'type' | 'from' | 'to' | 'contract' | 'rights'>;

const rowOf = ({ vault, delegate, type, contract }: DelegationV1): Row => ({
  type,
  contract,
  from: vault,
  to: delegate,
  rights: FULL_RIGHTS,
});

const LISTS: Readonly<
  Record<Registry, (client: Client, asked: ListDelegationsParameters) => Promise<List<Row>>>
> = {
  v2: listDelegations,
  v1: async (client, asked) => {
    const list = await listDelegationsV1(client, asked);
    return { ...list, value: list.value.map(rowOf) };
  },
};

/** Adds the wallets with a grant that covers the contract, and the hash of the block that each page names. */
async function addGranted(
  client: Client,
  vault: Address,
  registry: Registry,
  { chainId, contract, atBlock, rights = FULL_RIGHTS, signal }: Scope,
  found: { readonly wallets: Set<Address>; readonly hashes: Hex[] },
): Promise<void> {
  const isOwn = ({ from }: Row) => toLowerCase(from) === vault;
  const covers = ({ type, contract: only, rights: given }: Row) =>
    (type === 'ALL' || (type === 'CONTRACT' && only?.toLowerCase() === contract.toLowerCase())) &&
    [FULL_RIGHTS, rights.toLowerCase()].includes(given);
  let cursor: string | undefined;
  do {
    const asked = { wallet: vault, chainId, atBlock, limit: PAGE_ROWS, cursor, signal };
    const { value, block, nextCursor } = await LISTS[registry](client, asked);
    const own = value.filter(isOwn);
    for (const { to } of own.filter(covers)) found.wallets.add(toLowerCase(to));
    if (block.hash !== null) found.hashes.push(block.hash);
    // Outgoing delegations come first. Incoming ones, which anybody can add, need not be read.
    cursor = own.length === value.length ? (nextCursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}
