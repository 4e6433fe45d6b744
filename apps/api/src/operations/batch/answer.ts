/** The answers of a batch. */
import { CHAIN_ANSWER, UNKNOWN_ANSWER } from '../forms/blocks.ts';
import { PROVEN_BALANCE, PROVEN_BOOLEAN } from '../forms/checks.ts';
import { either, fields, flag, listOf, uint256 } from '../forms/form.ts';

const IN_ORDER = 'One for each check, in the same order';
const chains = listOf(CHAIN_ANSWER, 'The chains of the checks');

const PLAIN = fields(
  {
    answers: listOf(either([fields({ value: either([flag(), uint256()]) }), UNKNOWN_ANSWER]), IN_ORDER),
    chains,
  },
  { component: 'BatchAnswers', isByHand: true },
);
const PROVEN = fields(
  { answers: listOf(either([PROVEN_BOOLEAN, PROVEN_BALANCE, UNKNOWN_ANSWER]), IN_ORDER), chains },
  { component: 'ProvenBatchAnswers', isByHand: true, about: 'With `proof`' },
);
export const BATCH_ANSWER = either([PLAIN, PROVEN]);
