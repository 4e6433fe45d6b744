/** Selects changes, in memory and in SQL. */
import {
  type Address,
  FULL_RIGHTS,
  KINDS,
  type Kind,
  REGISTRIES,
  type Registry,
  type Rights,
} from '@mandate/core';
import { toBytes } from '../database/row.ts';
import type { Change } from './change.ts';

/** Only changes that have one of the values of each list. A list that is missing lets all pass. */
export interface ChangeFilter {
  /** Delegations from or to one of them. */
  readonly wallets?: readonly Address[] | undefined;
  /** A delegation of a whole wallet touches every contract. */
  readonly contracts?: readonly Address[] | undefined;
  readonly registries?: readonly Registry[] | undefined;
  readonly kinds?: readonly Kind[] | undefined;
  /** A delegation with full rights touches all rights, and so does every one of v1. */
  readonly rights?: readonly Rights[] | undefined;
}

export function passes(filter: ChangeFilter, { delegation }: Pick<Change, 'delegation'>): boolean {
  const { wallets, contracts, registries, kinds, rights } = filter;
  if (wallets && !wallets.includes(delegation.from) && !wallets.includes(delegation.to)) return false;
  if (contracts && 'contract' in delegation && !contracts.includes(delegation.contract)) return false;
  if (registries && !registries.includes(delegation.registry)) return false;
  if (kinds && !kinds.includes(delegation.kind)) return false;
  const own = 'rights' in delegation ? delegation.rights : FULL_RIGHTS;
  return !rights || own === FULL_RIGHTS || rights.includes(own);
}

/** Returns the parameters of `filterOf`. */
export function filterValues({ wallets, contracts, registries, kinds, rights }: ChangeFilter) {
  return [
    wallets?.map(toBytes) ?? null,
    contracts?.map(toBytes) ?? null,
    registries?.map((registry) => REGISTRIES[registry].ledgerNumber) ?? null,
    kinds?.map((kind) => KINDS[kind].ledgerNumber) ?? null,
    rights?.map(toBytes) ?? null,
  ];
}

/** Returns SQL that tells whether a row of `change`, named `h`, passes. The parameters begin with number `first`. */
export function filterOf(first: number): string {
  const [wallets, contracts, registries, kinds, rights] = [0, 1, 2, 3, 4].map((i) => `$${first + i}`);
  return `(${wallets}::bytea[] is null or h.from_address = any(${wallets}) or h.to_address = any(${wallets}))
      and (${contracts}::bytea[] is null or h.contract = '' or h.contract = any(${contracts}))
      and (${registries}::smallint[] is null or h.registry = any(${registries}))
      and (${kinds}::smallint[] is null or h.kind = any(${kinds}))
      and (${rights}::bytea[] is null or h.rights in ('', '\\x${FULL_RIGHTS.slice(2)}') or h.rights = any(${rights}))`;
}
