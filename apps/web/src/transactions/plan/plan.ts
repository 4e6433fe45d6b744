/** Plans the transactions of a holder's changes, and says what will be true after them. */
import type { Network, Registry } from '@mandate/sdk';
import { encodeWrites } from '@mandate/sdk/calldata';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { groupWrites, type WriteGroup } from '@mandate/sdk/move';
import { factsOfRow, type Transaction } from '@mandate/sdk/transactions';
import type { WritableGrant } from '@mandate/sdk/write';
import { sayAfter, sayStays } from './after-words.ts';
import { workOutEffects } from './effects.ts';
import { revocableOf } from './grant-facts.ts';
import { type RegistryOf, registryOf } from './registry-of.ts';
import { count, type NameChain } from './scope-words.ts';
import type { Sentence } from './sentence.ts';
import type { Address, Hex, Write } from './write.ts';

export interface PlannedTransaction extends Transaction {
  /** The same when it is planned again, and different for another chain, registry, vault or call. */
  readonly id: string;
  /** `false` if only the service names the address, so that its owner has to compare it. */
  readonly isKnownRegistry: boolean;
  /** e.g. "Revoke 3 delegations on Ethereum". */
  readonly title: string;
}

export interface PlanParameters {
  readonly vault: Address;
  /** The networks that `/networks` lists. */
  readonly networks: readonly Network[];
  /** The delegations of the vault that are known to stand, of all chains and both registries. */
  readonly standing: readonly WalletDelegation[];
  readonly writes: readonly Write[];
}

export interface Plan {
  readonly vault: Address;
  /** In the order in which they are signed. */
  readonly transactions: readonly PlannedTransaction[];
  /** The facts after the transactions. */
  readonly after: readonly Sentence[];
  /** The delegations that still allow the same, e.g. a broader one. */
  readonly stays: readonly Sentence[];
  /** Why some of the changes have no transaction, e.g. a chain that the service does not know, or a registry that is not one. */
  readonly problems: readonly string[];
}

export function planWrites({ vault, networks, standing, writes: asked }: PlanParameters): Plan {
  const groups = groupWrites(asked).map((group) => {
    const [first] = group;
    return { group, registry: registryOf(registryNameOf(first), first.chainId, networks) };
  });
  const transactions = groups.flatMap(({ group, registry }) =>
    'problem' in registry ? [] : [planTransaction(vault, registry, group)],
  );
  // What is not sent changes nothing.
  const sent = new Set(transactions.flatMap((transaction) => transaction.writes));
  const writes = asked.filter((write) => sent.has(write));
  const effects = workOutEffects(vault, standing, writes);
  const nameChain: NameChain = (chainId) =>
    networks.find((network) => network.chainId === chainId)?.name ?? `chain ${chainId}`;
  return {
    vault,
    transactions,
    after: sayAfter(writes, effects, nameChain),
    stays: sayStays(writes, effects, nameChain),
    problems: [
      ...new Set(groups.flatMap(({ registry }) => ('problem' in registry ? [registry.problem] : []))),
    ],
  };
}

/** Returns the write that ends a delegation. In v1, it ends this one only. */
export function revocationOf(row: WalletDelegation): Write {
  return { action: 'revoke', chainId: row.chainId, grant: revocableOf(row) };
}

/**
 * Returns the writes that give a delegation another amount or other rights. The registry overwrites an amount; for other
 * rights it needs a new delegation and the end of the old one, in one transaction.
 */
export function replacementOf(
  row: WalletDelegation,
  changes: { readonly amount?: bigint; readonly rights?: Hex },
): readonly Write[] {
  const { chainId } = row;
  const old = revocableOf(row);
  const amount = changes.amount ?? row.amount;
  const grant = {
    ...old,
    ...(amount === null ? {} : { amount }),
    ...(changes.rights ? { rights: changes.rights } : {}),
  } as WritableGrant;
  const write: Write = { action: 'grant', chainId, grant };
  const isOverwritten = (changes.rights ?? row.rights)?.toLowerCase() === factsOfRow(row).rights;
  return isOverwritten ? [write] : [write, { action: 'revoke', chainId, grant: old }];
}

const registryNameOf = (write: Write): Registry => ('grant' in write ? write.grant.registry : 'v1');

function planTransaction(
  vault: Address,
  { network, address: to, isKnown }: Exclude<RegistryOf, { problem: string }>,
  group: WriteGroup,
): PlannedTransaction {
  const [first] = group;
  const { chainId } = first;
  const registry = registryNameOf(first);
  const data = encodeWrites(group);
  return {
    id: [chainId, registry, to, vault, data].join('-').toLowerCase(),
    chainId,
    registry,
    from: vault,
    to,
    isKnownRegistry: isKnown,
    data,
    writes: group,
    title: titleOf(group, network.name),
  };
}

function titleOf(group: WriteGroup, chain: string): string {
  const [{ action }] = group;
  if (action === 'revokeWallet') return `Revoke a wallet’s v1 delegations on ${chain}`;
  if (action === 'stepDown') return `Step down from a vault’s v1 delegations on ${chain}`;
  if (action === 'revokeEveryone') return `Revoke all v1 delegations on ${chain}`;
  const verb = group.some((write) => write.action !== action)
    ? 'Change'
    : { grant: 'Grant', revoke: 'Revoke' }[action];
  // A change is two writes for each delegation: the new one and the end of the old one.
  const amount = verb === 'Change' ? group.filter((write) => write.action === 'grant').length : group.length;
  return `${verb} ${amount === 1 ? 'a delegation' : count(amount, 'delegation')} on ${chain}`;
}
