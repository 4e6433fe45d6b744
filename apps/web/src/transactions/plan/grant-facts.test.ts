import { hasAmount, isPossibleGrantor, type Question, UNLIMITED } from '@mandate/core';
import { CHECK_CASES } from '@mandate/core/check-cases';
import { FULL_RIGHTS } from '@mandate/sdk';
import type { GrantFacts } from '@mandate/sdk/transactions';
import { expect, test } from 'vitest';
import { covers } from './grant-facts.ts';

const factsOf = (grant: Question, amount: bigint | null): GrantFacts => ({
  chainId: 1,
  registry: grant.registry,
  kind: grant.kind,
  to: grant.to,
  contract: 'contract' in grant ? grant.contract : null,
  tokenId: 'tokenId' in grant ? grant.tokenId : null,
  rights: 'rights' in grant ? grant.rights : FULL_RIGHTS,
  amount,
});

/** Nothing ever stands from the addresses by which a registry marks absence: no wallet has them. */
const CASES = CHECK_CASES.filter(({ question }) => isPossibleGrantor(question));

test.each(CASES)('$name', ({ given, question, answer }) => {
  const isCovered = (amount: bigint | null) =>
    given.some((grant) => {
      const broad = factsOf(grant, 'amount' in grant ? grant.amount : null);
      return grant.from === question.from && covers(broad, factsOf(question, amount));
    });
  if (!hasAmount(question)) {
    expect(isCovered(null)).toBe(answer);
    return;
  }
  const most = BigInt(answer);
  expect(isCovered(most)).toBe(most > 0n);
  if (most < UNLIMITED) expect(isCovered(most + 1n)).toBe(false);
});
