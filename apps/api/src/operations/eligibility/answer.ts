/** Who may claim. */
import { STANDARDS } from '@mandate/core';
import { NAMED_BLOCK } from '../forms/blocks.ts';
import { address, fields, flag, listOf, oneOf, orNull, said, sum, uint256 } from '../forms/form.ts';
import { COUNTED_GRANT, unknownParts } from '../forms/tokens.ts';

const HOLDER = fields(
  {
    address: address(),
    balance: uint256('The part of its tokens that counts'),
    tokenIds: orNull(
      listOf(uint256()),
      'The tokens that count one by one. `null` if all of its tokens of the contract count',
    ),
    grants: listOf(COUNTED_GRANT, 'The grants that let it count. None for the wallet itself'),
  },
  { component: 'Holder', about: 'A wallet whose tokens count' },
);

const holders = listOf(
  HOLDER,
  'The wallet itself, unless `vault` was sent, and each vault once, the oldest grant first',
);
const VERDICT = fields(
  {
    eligible: orNull(
      flag(),
      '**Null is not a no**: something could not be read, and what is known does not suffice. `unknown` says why',
    ),
    balance: sum('The sum of what counts. A lower bound unless `complete`'),
    complete: flag('Everything could be read. A `true` in `eligible` holds even if not'),
    holders,
    unknown: unknownParts,
  },
  { type: 'EligibilityVerdict', about: 'Whether one wallet may claim' },
);

const standard = orNull(oneOf(STANDARDS), '`null` if it was not sent and no node could tell');
const block = said(NAMED_BLOCK, 'The block that the answer is true for');

export const ELIGIBILITY_ANSWER = fields(
  { ...VERDICT.fields, standard, block },
  { component: 'Eligibility', base: VERDICT, isByHand: true },
);

export const ANSWER_FOR_MANY = fields(
  {
    answers: listOf(
      fields({ wallet: address(), ...VERDICT.fields }, { type: 'WalletEligibility', base: VERDICT }),
      'One for each wallet, in the same order',
    ),
    standard,
    block,
  },
  { component: 'EligibilityOfMany', isByHand: true },
);
