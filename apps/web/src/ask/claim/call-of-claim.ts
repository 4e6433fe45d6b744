/** Converts "May claim?" into a call for the code snippets. */
import { fieldOf, given, quote } from '../question/call-of-check.ts';
import { parameterOf } from '../question/moments.ts';
import type { Call } from '../question/snippets.ts';
import type { ClaimQuestion } from './read-claim.ts';

export function callOfClaim(question: ClaimQuestion): Call {
  const { wallet, contract, chainId, tokenId, min, standard, vault, rights, rightsText, moment } = question;
  return {
    path: '/eligibility',
    parameters: given([
      ['wallet', wallet],
      ['contract', contract],
      ['tokenId', tokenId?.toString()],
      ['min', min?.toString()],
      ['standard', standard],
      ['vault', vault],
      ['rights', rights],
      ['chainId', String(chainId)],
      ...(moment ? [parameterOf(moment)] : []),
    ]),
    functionName: 'getEligibility',
    fields: given([
      ['chainId', String(chainId)],
      ['wallet', `'${wallet}'`],
      ['contract', `'${contract}'`],
      ['tokenId', tokenId !== undefined ? `${tokenId}n` : undefined],
      ['min', min !== undefined ? `${min}n` : undefined],
      ['standard', standard && `'${standard}'`],
      ['vault', vault && `'${vault}'`],
      ['rights', rightsText ? `rightsFromText(${quote(rightsText)})` : rights && `'${rights}'`],
      ...(moment ? [fieldOf(moment)] : []),
    ]),
    imports: rightsText ? ['rightsFromText'] : [],
    result: ['{ eligible, balance, block }', "eligible, balance, 'at block', block.number"],
    isOfBlock: true,
    caution: '"eligible": null means that the answer is not known. It is not a no.',
    hasUnknownValue: true,
  };
}
