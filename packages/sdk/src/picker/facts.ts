/** What the service has answered so far. Each part can be unknown, and none stands for another. */
import type { Eligibility, KnownChain, UnknownChain } from '../answers.ts';
import type { ChainDoubt } from '../generated/changes.ts';
import type { TimedGrant } from '../generated/eligibility.ts';
import type { AddressNames } from '../generated/names.ts';
import type { Address } from '../hex.ts';

export interface PickerGrant extends TimedGrant {
  readonly chainId: number;
}

interface FoundVault {
  readonly address: Address;
  /** The broadest grant on each chain. */
  readonly grants: readonly PickerGrant[];
}

export interface Found {
  readonly vaults: ReadonlyMap<string, FoundVault>;
  readonly chains: readonly KnownChain[];
  readonly unknown: readonly UnknownChain[];
  /** Vaults with a higher address are not on the list. `null` if all are. */
  readonly last: Address | null;
}

/** What the holders of the contract hold. */
export type Holdings = Eligibility;

export interface Facts {
  /** `null` if it could not be found. */
  readonly found: Found | null;
  /** `null` without a contract, or if it could not be read. */
  readonly holdings: Holdings | null;
  /** The answer about a single vault, which was selected. */
  readonly alone: { readonly key: string; readonly holdings: Holdings | null } | null;
  /** Vaults of a crowd of strangers, and the list of vaults for which that was asked. */
  readonly strangers: { readonly keys: ReadonlySet<string>; readonly of: string | null };
  /** Everything for which the service does not answer now, as its stream says. */
  readonly doubts: readonly ChainDoubt[];
  /** Vaults whose delegations changed since the answers. */
  readonly changed: ReadonlySet<string>;
  /** The answers are too old: nothing follows from them. */
  readonly isStale: boolean;
  readonly names: ReadonlyMap<string, AddressNames>;
  /** The names of chains by their id. */
  readonly chainNames: ReadonlyMap<number, string>;
  /** Says what to do, if something could not be asked. */
  readonly failure: string | null;
}

export const NO_FACTS: Facts = {
  found: null,
  holdings: null,
  alone: null,
  strangers: { keys: new Set(), of: null },
  doubts: [],
  changed: new Set(),
  isStale: false,
  names: new Map(),
  chainNames: new Map(),
  failure: null,
};
