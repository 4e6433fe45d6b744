import { type Delegation, type Grant, hasAmount, isPossibleGrantor } from './delegation.ts';
import { FULL_RIGHTS } from './rights.ts';

/** "May `to` act for `from` over this?" has the shape of the narrowest grant that satisfies it. */
export type Question = Grant;

/** Yes or no; for fungible tokens, how much. */
export type Answer = boolean | bigint;

/** The balance that a check answers when the whole contract or wallet is delegated. */
export const UNLIMITED = 2n ** 256n - 1n;

/**
 * Lists every grant that satisfies a question, the broadest first: at most three without rights and six with them,
 * however many delegations the two wallets have.
 */
export function listSatisfying(question: Question): Grant[] {
  if (!isPossibleGrantor(question)) return [];
  if (!('rights' in question) || question.rights === FULL_RIGHTS) return listScopes(question);
  return [...listScopes({ ...question, rights: FULL_RIGHTS }), ...listScopes(question)];
}

/** Answers as the registry's own view does, from the delegations that `find` knows. */
export function check(question: Question, find: (grant: Grant) => Delegation | undefined): Answer {
  const satisfying = listSatisfying(question);
  if (!hasAmount(question)) return satisfying.some((grant) => find(grant) !== undefined);
  return satisfying.reduce((most, grant) => {
    const delegation = find(grant);
    if (!delegation) return most;
    const amount = 'amount' in delegation ? delegation.amount : UNLIMITED;
    return amount > most ? amount : most;
  }, 0n);
}

function listScopes(narrowest: Question): Grant[] {
  const { from, to } = narrowest;
  const parties =
    'rights' in narrowest
      ? { registry: narrowest.registry, from, to, rights: narrowest.rights }
      : { registry: narrowest.registry, from, to };
  const scopes: Grant[] = [{ ...parties, kind: 'all' }];
  if ('contract' in narrowest) scopes.push({ ...parties, kind: 'contract', contract: narrowest.contract });
  if (narrowest.kind !== 'all' && narrowest.kind !== 'contract') scopes.push(narrowest);
  return scopes;
}
