/** Answers about eligibility as JSON. */

import { presentUint } from '@mandate/feed';
import { checksum } from '@mandate/read-model/checksum';
import type { EligibilityAnswer, WalletAnswer } from '../../answers/eligibility/eligibility.ts';
import { presentBlock, presentGrantSince, presentUnknown } from '../../answers/present.ts';
import type { Numbers } from '../../request/parameters.ts';
import type { WireOf } from '../forms/form.ts';
import type { ANSWER_FOR_MANY, ELIGIBILITY_ANSWER } from './answer.ts';

function presentWallet({ eligible, balance, holders, unknown }: WalletAnswer, numbers: Numbers | undefined) {
  return {
    eligible,
    balance: presentUint(balance, numbers),
    complete: unknown.length === 0,
    holders: holders.map(({ address, balance, tokenIds, grants }) => ({
      address: checksum(address),
      balance: presentUint(balance, numbers),
      tokenIds: tokenIds?.map((tokenId) => presentUint(tokenId, numbers)) ?? null,
      grants: grants.map(({ delegation, since }) => presentGrantSince(delegation, since.block, numbers)),
    })),
    unknown: unknown.map(presentUnknown),
  };
}

export function presentOne(
  chainId: number,
  { standard, block, safeBlock, answers: [only] }: EligibilityAnswer,
  numbers: Numbers | undefined,
): WireOf<typeof ELIGIBILITY_ANSWER> {
  if (!only) throw new TypeError('Expected the answer of one wallet, and got none.');
  const { unknown, ...answer } = presentWallet(only, numbers);
  const { eligible, balance, complete, holders } = answer;
  return {
    eligible,
    balance,
    complete,
    standard,
    holders,
    block: presentBlock(chainId, block, safeBlock),
    unknown,
  };
}

export function presentMany(
  chainId: number,
  { standard, block, safeBlock, answers }: EligibilityAnswer,
  numbers: Numbers | undefined,
): WireOf<typeof ANSWER_FOR_MANY> {
  return {
    answers: answers.map((answer) => ({
      wallet: checksum(answer.wallet),
      ...presentWallet(answer, numbers),
    })),
    standard,
    block: presentBlock(chainId, block, safeBlock),
  };
}
