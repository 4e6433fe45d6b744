/** The feed of changes. */
import { PROBLEM_CODES } from '../../http/problems.ts';
import {
  address,
  bytes32,
  fields,
  flag,
  integer,
  listOf,
  oneOf,
  orNull,
  text,
  uint256,
} from '../forms/form.ts';
import { GRANT } from '../forms/grants.ts';

export const CHANGE = fields(
  {
    id: text('The same for as long as the change is in the log: apply a change once'),
    chainId: integer(),
    change: oneOf(['granted', 'amountChanged', 'revoked']),
    undone: flag('A reorg undid the change: revert it'),
    ...GRANT.fields,
    amountBefore: orNull(uint256(), 'The amount before an `amountChanged`. Null otherwise'),
    block: integer(),
    log: integer('The position of its event in the block'),
    transaction: bytes32(),
    timestamp: orNull(integer(), 'The time of the block, in seconds since 1970. `null` if unknown'),
  },
  {
    component: 'Change',
    base: GRANT,
    about: 'A grant, a revocation or a new amount, or one of these undone by a reorg',
  },
);

export const CHAIN_STATE = fields(
  {
    chainId: integer(),
    known: flag('Checks are answered'),
    code: oneOf([...PROBLEM_CODES, null], {
      type: 'ProblemCode',
      isByHand: true,
      isOpen: true,
      limits: { type: ['string', 'null'] },
      sentence: 'The code that checks are answered 503 with. `null` if `known`',
    }),
    block: orNull(integer(), 'The newest block that the service has read. `null` if there is none'),
    vault: orNull(address(), 'The vault that is under audit. `null` for the whole chain'),
  },
  {
    component: 'ChainState',
    type: 'ChainDoubt',
    about:
      'A chain, or one vault of it, that the service cannot answer for now. Its delegations are unknown, not as they were',
  },
);

export const CHANGES_PAGE = fields(
  {
    changes: listOf(CHANGE),
    cursor: text('Send it to continue from here, now or later'),
    more: flag('The next page is available now'),
    unknown: listOf(
      CHAIN_STATE,
      'The chains and vaults that checks are answered 503 for now. What you built from their changes is not certain',
    ),
  },
  { component: 'Changes', about: 'A page of changes' },
);
