/** Sentences with addresses and amounts in them, which the page shows with their names and units. */
import { shorten, writeAmount } from '@mandate/sdk/words';
import type { Address } from './write.ts';

export type SentencePart =
  | string
  | { readonly what: 'wallet' | 'contract'; readonly address: Address; readonly chainId: number }
  /** An amount in the token's smallest unit. */
  | {
      readonly what: 'amount';
      readonly amount: bigint;
      readonly contract: Address;
      readonly chainId: number;
      /** True for ERC20, whose contracts state the decimals of their unit. */
      readonly hasDecimals: boolean;
    };

export type Sentence = readonly SentencePart[];

/** Writes a sentence with shortened addresses and amounts in the smallest unit. */
export function writeSentence(sentence: Sentence): string {
  return sentence.map(writePart).join('');
}

function writePart(part: SentencePart): string {
  if (typeof part === 'string') return part;
  return part.what === 'amount' ? writeAmount(part.amount) : shorten(part.address);
}
