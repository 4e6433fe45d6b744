import { type Address, parseAddress } from './address.ts';
import { listSatisfying, type Question } from './check.ts';
import { type Grant, identify, type Kind, type Registry } from './delegation.ts';
import { FULL_RIGHTS, type Rights } from './rights.ts';

/** What is asked about when one of the two wallets is not known: the whole wallet, a contract, or a token of it. */
export type Scope = { readonly rights: Rights } & (
  | { readonly contract?: undefined; readonly tokenId?: undefined }
  | { readonly contract: Address; readonly tokenId?: bigint | undefined }
);

/** The wallet that is known. */
export type Party = { readonly from: Address } | { readonly to: Address };

/** Stands for every wallet that is not known: both registries let it grant. */
const ANYONE = parseAddress(`0x${'f'.repeat(40)}`);

/** A scope as the checks of a registry ask for it. Of what standard a token is, a scope does not say. */
export function questionsOf(
  registry: Registry,
  { from, to }: { readonly from: Address; readonly to: Address },
  { rights, contract, tokenId }: Scope,
): Question[] {
  if (registry === 'v1') {
    const base = { registry, from, to };
    if (contract === undefined) return [{ ...base, kind: 'all' }];
    if (tokenId === undefined) return [{ ...base, kind: 'contract', contract }];
    return [{ ...base, kind: 'token', contract, tokenId }];
  }
  const base = { registry, from, to, rights };
  if (contract === undefined) return [{ ...base, kind: 'all' }];
  if (tokenId === undefined) return [{ ...base, kind: 'contract', contract }];
  return [
    { ...base, kind: 'erc721', contract, tokenId },
    { ...base, kind: 'erc1155', contract, tokenId },
  ];
}

/** Every grant of, or to, one wallet that satisfies a scope, each once; the other wallet in it stands for any. */
export function listSatisfyingScope(registry: Registry, party: Party, scope: Scope): Grant[] {
  const questions = questionsOf(registry, { from: ANYONE, to: ANYONE, ...party }, scope);
  const grants = questions.flatMap(listSatisfying);
  return [...new Map(grants.map((grant) => [identify(grant), grant])).values()];
}

const BREADTH = { all: 0, contract: 1, token: 2, erc721: 2, erc20: 2, erc1155: 2 } as const satisfies Record<
  Kind,
  number
>;

/** The broader first: wallets, contracts, tokens; of equals, full rights before a single one. v1 knows full rights only. */
export function compareBreadth(a: Grant, b: Grant): number {
  return BREADTH[a.kind] - BREADTH[b.kind] || Number(isLimited(a)) - Number(isLimited(b));
}

function isLimited(grant: Grant): boolean {
  return grant.registry === 'v2' && grant.rights !== FULL_RIGHTS;
}
