import { type Address, parseAddress } from './address.ts';
import { listSatisfying, type Question } from './check.ts';
import { createGrant, type Grant, identify } from './delegation.ts';
import { KINDS, type Kind, listKinds, type Registry } from './registries.ts';
import { FULL_RIGHTS, type Rights } from './rights.ts';

/** The subject of a question in which one wallet is not known: the whole wallet, a contract, or a token of it. */
export type Scope = { readonly rights: Rights } & (
  | { readonly contract?: undefined; readonly tokenId?: undefined }
  | { readonly contract: Address; readonly tokenId?: bigint | undefined }
);

/** The wallet that is known. */
export type Party = { readonly from: Address } | { readonly to: Address };

/** Stands for every wallet that is not known: no registry marks absence with it. */
const ANYONE = parseAddress(`0x${'f'.repeat(40)}`);

/** Lists the checks of a registry that ask for a scope: for a token, one of each kind of token. */
export function questionsOf(
  registry: Registry,
  { from, to }: { readonly from: Address; readonly to: Address },
  { rights, contract, tokenId }: Scope,
): Question[] {
  const ask = (kind: Kind) => createGrant({ registry, kind, from, to, rights, contract, tokenId });
  if (contract === undefined) return [ask('all')];
  if (tokenId === undefined) return [ask('contract')];
  return listKinds(registry).filter(isOfToken).map(ask);
}

function isOfToken(kind: Kind): boolean {
  return KINDS[kind].scope.some((field) => field === 'tokenId');
}

/** Lists every grant from or to one wallet that satisfies a scope, each once. The other wallet of each stands for any. */
export function listSatisfyingScope(registry: Registry, party: Party, scope: Scope): Grant[] {
  const questions = questionsOf(registry, { from: ANYONE, to: ANYONE, ...party }, scope);
  const grants = questions.flatMap(listSatisfying);
  return [...new Map(grants.map((grant) => [identify(grant), grant])).values()];
}

/** Compares for sorting, the broader first: wallets, contracts, tokens; among equals, full rights before a single right. */
export function compareBreadth(a: Grant, b: Grant): number {
  return breadthOf(a) - breadthOf(b) || Number(isLimited(a)) - Number(isLimited(b));
}

export function breadthOf({ kind }: Grant): number {
  return ['ALL', 'CONTRACT', 'TOKEN'].indexOf(KINDS[kind].type);
}

/** Tells whether a grant is for a single right. A registry without rights grants full rights only. */
export function isLimited(grant: Grant): boolean {
  return 'rights' in grant && grant.rights !== FULL_RIGHTS;
}
