import type { Address } from './address.ts';
import type { Rights } from './rights.ts';

export type Registry = 'v1' | 'v2';

interface Parties {
  /** The cold wallet that gives the power; "vault" in v1's words. */
  readonly from: Address;
  /** The hot wallet that receives it; "delegate" in v1's words. */
  readonly to: Address;
}
interface OfContract {
  readonly contract: Address;
}
interface OfToken extends OfContract {
  readonly tokenId: bigint;
}
interface WithAmount {
  /** At least 1: an amount of 0 is a revocation. */
  readonly amount: bigint;
}

type V1<Kind extends string, Scope = unknown> = { readonly registry: 'v1'; readonly kind: Kind } & Parties &
  Scope;
type V2<Kind extends string, Scope = unknown> = {
  readonly registry: 'v2';
  readonly kind: Kind;
  readonly rights: Rights;
} & Parties &
  Scope;

export type V1Grant = V1<'all'> | V1<'contract', OfContract> | V1<'token', OfToken>;
export type V2Grant =
  | V2<'all'>
  | V2<'contract', OfContract>
  | V2<'erc721', OfToken>
  | V2<'erc20', OfContract>
  | V2<'erc1155', OfToken>;

/** What can be granted and revoked: a delegation without its amount. */
export type Grant = V1Grant | V2Grant;

export type V1Delegation = V1Grant;
export type V2Delegation =
  | V2<'all'>
  | V2<'contract', OfContract>
  | V2<'erc721', OfToken>
  | V2<'erc20', OfContract & WithAmount>
  | V2<'erc1155', OfToken & WithAmount>;

/** A grant as it stands in a registry. */
export type Delegation = V1Delegation | V2Delegation;

export type Kind = Grant['kind'];

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
  return fields.registry === 'v1' ? createV1(fields) : createV2(fields);
}

function createV1(fields: DelegationFields): V1Delegation {
  const { kind, from, to } = fields;
  const base = { registry: 'v1', from, to } as const;
  switch (kind) {
    case 'all':
      return { ...base, kind };
    case 'contract':
      return { ...base, kind, contract: need(fields, 'contract') };
    case 'token':
      return { ...base, kind, contract: need(fields, 'contract'), tokenId: need(fields, 'tokenId') };
    default:
      throw new TypeError(`The v1 registry has no ${kind} delegations.`);
  }
}

function createV2(fields: DelegationFields): V2Delegation {
  const { kind, from, to } = fields;
  const base = { registry: 'v2', from, to, rights: need(fields, 'rights') } as const;
  if (kind === 'all') return { ...base, kind };
  const contract = need(fields, 'contract');
  switch (kind) {
    case 'contract':
      return { ...base, kind, contract };
    case 'erc721':
      return { ...base, kind, contract, tokenId: need(fields, 'tokenId') };
    case 'erc20':
      return { ...base, kind, contract, amount: need(fields, 'amount') };
    case 'erc1155':
      return { ...base, kind, contract, tokenId: need(fields, 'tokenId'), amount: need(fields, 'amount') };
    default:
      throw new TypeError(`The v2 registry has no ${kind} delegations.`);
  }
}

function need<K extends 'contract' | 'tokenId' | 'rights' | 'amount'>(fields: DelegationFields, name: K) {
  const value = fields[name];
  if (value === undefined || value === null) {
    throw new TypeError(`A ${fields.registry} ${fields.kind} delegation needs ${name}.`);
  }
  return value as NonNullable<DelegationFields[K]>;
}

/** The amount of a delegation that has one. */
export function findAmount(delegation: Delegation): bigint | null {
  return 'amount' in delegation ? delegation.amount : null;
}

/** What the delegation grants, whatever its amount. */
export function grantOf(delegation: Delegation): Grant {
  if (!('amount' in delegation)) return delegation;
  const { amount: _, ...grant } = delegation;
  return grant;
}

/** One string per grant: two delegations are the same grant exactly when these are equal. */
export function identify(grant: Grant): string {
  const contract = 'contract' in grant ? grant.contract : '';
  const tokenId = 'tokenId' in grant ? grant.tokenId : '';
  const rights = 'rights' in grant ? grant.rights : '';
  return `${grant.registry}:${grant.kind}:${grant.from}:${grant.to}:${contract}:${tokenId}:${rights}`;
}
