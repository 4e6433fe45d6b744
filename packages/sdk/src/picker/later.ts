/**
 * The part of the picker that loads while the first question is on its way: the rows and their words, what the wallets hold,
 * who is a stranger, names, and the stream of changes. Without it nothing is known.
 */
import { getEligibility } from '../claim/get-eligibility.ts';
import type { Client } from '../client/create-client.ts';
import { getNames, type NameQuestion } from '../explore/get-names.ts';
import { getWallet } from '../explore/get-wallet.ts';
import type { AddressNames } from '../generated/names.ts';
import type { WalletDelegation } from '../generated/wallets.ts';
import type { Address } from '../hex.ts';
import { getNetworks } from '../status/get-networks.ts';
import { findUnsolicited } from '../words/find-unsolicited.ts';
import type { Holdings } from './facts.ts';
import { keyOf, type PickerQuestion } from './question.ts';

export { follow } from '../live/follow.ts';
export { createFollower } from './create-follower.ts';
export { listNotes } from './describe-rows.ts';
export { rowsOf } from './rows.ts';
export { viewEnd, viewRows } from './view-rows.ts';

/** A wallet with more delegations has too many to judge who is a stranger. */
const MAX_PAGES = 10;
/** The most addresses of one call. */
const MAX_NAMES = 25;

/** Reads what the wallet and its vaults hold, or one vault alone. */
export function readHoldings(
  client: Client,
  { wallet, contract, tokenId, standard, rights }: PickerQuestion & { readonly contract: Address },
  at: {
    readonly chainId: number;
    readonly minBlock: number | undefined;
    readonly vault?: Address | undefined;
  },
  signal: AbortSignal,
): Promise<Holdings> {
  return getEligibility(client, { wallet, contract, tokenId, standard, rights, ...at, signal });
}

/** Finds the vaults of a crowd of strangers. As long as a delegation is missing, nobody is one. */
export async function findStrangers(
  client: Client,
  wallet: Address,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const own = keyOf(wallet);
  const others = new Map<string, WalletDelegation[]>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES && cursor !== null; page++) {
    const read = await getWallet(client, { wallet, limit: 1_000, cursor, signal });
    if (!read.chains.every(({ known }) => known)) return new Set();
    for (const delegation of read.delegations) {
      const other = keyOf(keyOf(delegation.from) === own ? delegation.to : delegation.from);
      others.set(other, [...(others.get(other) ?? []), delegation]);
    }
    cursor = read.nextCursor;
  }
  if (cursor !== null) return new Set();
  return new Set(findUnsolicited(own, others).map(({ from }) => keyOf(from)));
}

/** Names addresses. Those that could not be named are left out. */
export async function readNames(
  client: Client,
  of: readonly NameQuestion[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AddressNames>> {
  const named = new Map<string, AddressNames>();
  for (let i = 0; i < of.length; i += MAX_NAMES) {
    const { addresses } = await getNames(client, { of: of.slice(i, i + MAX_NAMES), signal });
    for (const names of addresses) if (names.known) named.set(keyOf(names.address), names);
  }
  return named;
}

export async function readChainNames(
  client: Client,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const { networks } = await getNetworks(client, { signal });
  return new Map(networks.map(({ chainId, name }) => [chainId, name]));
}
