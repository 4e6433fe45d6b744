/** The scores of voters. */
import { address, digits, fields, listOf } from '../forms/form.ts';

export const SCORES = fields(
  {
    score: listOf(
      fields(
        { address: address(), score: digits('Its votes, in the smallest unit of the contract') },
        { component: 'VoterScore', about: 'The votes of one address' },
      ),
      'One for each address, in the same order',
    ),
  },
  { component: 'Scores' },
);
