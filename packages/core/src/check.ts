import type { Delegation, Grant, V1Grant, V2Grant } from './delegation.ts';
import { FULL_RIGHTS } from './rights.ts';
import { isPossibleGrantor } from './v2-storage.ts';

/** "May `to` act for `from` over this?" has the shape of the narrowest grant that would do. */
export type Question = Grant;

/** Yes or no; for fungible tokens, how much. */
export type Answer = boolean | bigint;

/** What a balance check says when the whole contract or wallet is delegated. */
export const UNLIMITED = 2n ** 256n - 1n;

/**
 * Every grant that satisfies a question, the broadest first: at most three in v1, six in v2,
 * however many delegations the two wallets have.
 */
export function listSatisfying(question: Question): Grant[] {
  if (question.registry === 'v1') return scopesOf(question);
  if (!isPossibleGrantor(question)) return [];
  if (question.rights === FULL_RIGHTS) return scopesOf(question);
  return [...scopesOf({ ...question, rights: FULL_RIGHTS }), ...scopesOf(question)];
}

/** Answers as the registry's own view does, from the delegations that `find` knows. */
export function check(question: Question, find: (grant: Grant) => Delegation | undefined): Answer {
  const satisfying = listSatisfying(question);
  if (question.kind !== 'erc20' && question.kind !== 'erc1155') {
    return satisfying.some((grant) => find(grant) !== undefined);
  }
  return satisfying.reduce((most, grant) => {
    const delegation = find(grant);
    if (!delegation) return most;
    const amount = 'amount' in delegation ? delegation.amount : UNLIMITED;
    return amount > most ? amount : most;
  }, 0n);
}

function scopesOf<G extends V1Grant | V2Grant>(narrowest: G): Grant[] {
  const { registry, from, to } = narrowest;
  const parties =
    registry === 'v1' ? { registry, from, to } : { registry, from, to, rights: narrowest.rights };
  const scopes: Grant[] = [{ ...parties, kind: 'all' }];
  if ('contract' in narrowest) scopes.push({ ...parties, kind: 'contract', contract: narrowest.contract });
  if (narrowest.kind !== 'all' && narrowest.kind !== 'contract') scopes.push(narrowest);
  return scopes;
}
