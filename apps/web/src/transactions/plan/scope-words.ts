/** Describes the scope of a delegation inside a sentence. */

import { FULL_RIGHTS } from '@mandate/sdk';
import type { GrantFacts } from '@mandate/sdk/transactions';
import { isUnlimited, writeRights } from '@mandate/sdk/words';
import { getAddress } from 'viem';
import type { SentencePart } from './sentence.ts';

export type NameChain = (chainId: number) => string;

export const walletPart = ({ to, chainId }: GrantFacts): SentencePart => ({
  what: 'wallet',
  address: getAddress(to),
  chainId,
});

/** Returns the object of "may act for …", e.g. "token 7 of 0xc011…0001". */
export function describeScope(facts: GrantFacts): readonly SentencePart[] {
  const { kind, contract, tokenId, chainId } = facts;
  if (!contract) return ['your whole wallet'];
  const collection = { what: 'contract', address: getAddress(contract), chainId } as const;
  if (kind === 'contract') return ['everything in ', collection];
  const token = tokenId === null ? [collection] : [`token ${tokenId} of `, collection];
  if (facts.amount !== null && isUnlimited(facts.amount)) return ['any amount of ', ...token];
  const amount = describeAmount(facts);
  return amount ? ['up to ', amount, ' of ', ...token] : token;
}

export function describeAmount({ kind, amount, contract, chainId }: GrantFacts): SentencePart | null {
  if (amount === null || contract === null) return null;
  return { what: 'amount', amount, contract: getAddress(contract), chainId, hasDecimals: kind === 'erc20' };
}

/** Returns nothing for full rights. */
export function describeLimit({ rights }: GrantFacts): string {
  if (rights === FULL_RIGHTS) return '';
  const [words] = writeRights(rights);
  return `, ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Returns e.g. "The v2 delegation of your whole wallet". */
export const describeDelegation = (facts: GrantFacts, first = 'The'): readonly SentencePart[] => [
  `${first} ${facts.registry} delegation of `,
  ...describeScope(facts),
];

export const count = (amount: number, one: string, many = `${one}s`) =>
  `${amount} ${amount === 1 ? one : many}`;
