import type { Address } from './address.ts';
import {
  getKind,
  type KINDS,
  type Kind,
  type KindOf,
  REGISTRIES,
  type Registry,
  type RegistryDescription,
} from './registries.ts';
import type { Rights } from './rights.ts';

interface Parties {
  /** The cold wallet that grants; "vault" in v1's words. */
  readonly from: Address;
  /** The hot wallet that may act for it; "delegate" in v1's words. */
  readonly to: Address;
}
interface ScopeFields {
  readonly contract: Address;
  readonly tokenId: bigint;
}
interface WithAmount {
  /** At least 1: an amount of 0 is a revocation. */
  readonly amount: bigint;
}
interface WithRights {
  readonly rights: Rights;
}

type Flat<T> = { readonly [Field in keyof T]: T[Field] };

type GrantFields<R extends Registry, K extends Kind> = { readonly registry: R; readonly kind: K } & Parties &
  Pick<ScopeFields, (typeof KINDS)[K]['scope'][number]> &
  ((typeof REGISTRIES)[R]['hasRights'] extends true ? WithRights : unknown);

type AmountFields<K extends Kind> = (typeof KINDS)[K]['answer'] extends 'balance' ? WithAmount : unknown;

type GrantOf<R extends Registry> = { [K in KindOf<R>]: Flat<GrantFields<R, K>> }[KindOf<R>];
type DelegationOf<R extends Registry> = {
  [K in KindOf<R>]: Flat<GrantFields<R, K> & AmountFields<K>>;
}[KindOf<R>];

export type V1Grant = GrantOf<'v1'>;
export type V2Grant = GrantOf<'v2'>;

/** A delegation without its amount: what can be granted and revoked. */
export type Grant = { [R in Registry]: GrantOf<R> }[Registry];

export type V1Delegation = DelegationOf<'v1'>;
export type V2Delegation = DelegationOf<'v2'>;

/** A grant as it stands in a registry. */
export type Delegation = { [R in Registry]: DelegationOf<R> }[Registry];

/** A grant whose delegation has an amount. */
type BalanceGrant = Extract<
  Grant,
  { kind: { [K in Kind]: (typeof KINDS)[K]['answer'] extends 'balance' ? K : never }[Kind] }
>;

/** A delegation as tables and structs hold it: fields that its kind does not have may hold anything. */
export interface DelegationFields {
  readonly registry: Registry;
  readonly kind: Kind;
  readonly from: Address;
  readonly to: Address;
  readonly contract?: Address | null | undefined;
  readonly tokenId?: bigint | null | undefined;
  readonly rights?: Rights | null | undefined;
  readonly amount?: bigint | null | undefined;
}

/** Keeps the fields that belong to the kind. Throws where one is missing or the registry lacks the kind. */
export function createDelegation(fields: DelegationFields): Delegation {
  const grant = createGrant(fields);
  return hasAmount(grant) ? { ...grant, amount: need(fields, 'amount') } : grant;
}

/** Does the same for a grant, which has no amount. */
export function createGrant(fields: DelegationFields): Grant {
  const { registry, kind, from, to } = fields;
  const { scope } = getKind(registry, kind);
  const grant: Record<string, unknown> = { registry, kind, from, to };
  if (REGISTRIES[registry].hasRights) grant['rights'] = need(fields, 'rights');
  for (const field of scope) grant[field] = need(fields, field);
  // The registry and its kind decide the fields, here as in the type.
  return grant as Grant;
}

function need<K extends 'contract' | 'tokenId' | 'rights' | 'amount'>(fields: DelegationFields, name: K) {
  const value = fields[name];
  if (value === undefined || value === null) {
    throw new TypeError(`A ${fields.registry} ${fields.kind} delegation needs ${name}.`);
  }
  return value as NonNullable<DelegationFields[K]>;
}

/** Tells whether a delegation of this grant has an amount. */
export function hasAmount(grant: Grant): grant is BalanceGrant {
  return getKind(grant.registry, grant.kind).answer === 'balance';
}

/** Tells whether grants of this wallet can stand: a registry may mark absence with an address. */
export function isPossibleGrantor({ registry, from }: Pick<Grant, 'registry' | 'from'>): boolean {
  const { absenceMarks }: RegistryDescription = REGISTRIES[registry];
  return !absenceMarks.includes(from);
}

/** Finds the amount of a delegation; null where its kind has none. */
export function findAmount(delegation: Delegation): bigint | null {
  return 'amount' in delegation ? delegation.amount : null;
}

/** Returns a delegation without its amount. */
export function grantOf(delegation: Delegation): Grant {
  if (!('amount' in delegation)) return delegation;
  const { amount: _, ...grant } = delegation;
  return grant;
}

/** Returns one string per grant: two delegations are the same grant exactly when these are equal. */
export function identify(grant: Grant): string {
  const contract = 'contract' in grant ? grant.contract : '';
  const tokenId = 'tokenId' in grant ? grant.tokenId : '';
  const rights = 'rights' in grant ? grant.rights : '';
  return `${grant.registry}:${grant.kind}:${grant.from}:${grant.to}:${contract}:${tokenId}:${rights}`;
}
