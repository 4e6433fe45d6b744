/** The forms of blocks, and of chains that answer or say why not. */
import { PROBLEM_CODES } from '../../http/problems.ts';
import { bytes32, constant, either, fields, integer, listOf, oneOf, orNull, text } from './form.ts';
import { registry } from './grants.ts';

const timestamp = orNull(integer(), 'In seconds since 1970. `null` if `hash` is null');

export const BLOCK = fields(
  {
    number: integer(),
    hash: orNull(bytes32(), 'Null for a past block in which nothing happened'),
    timestamp,
  },
  { component: 'Block', isByHand: true },
);
/** The block of an answer, with its chain. */
export const NAMED_BLOCK = fields(
  {
    chainId: integer(),
    number: integer(),
    hash: orNull(bytes32(), '`null` if no node could tell'),
    timestamp,
    safeNumber: orNull(integer(), 'With `consistency=strict`: the safe block'),
  },
  { component: 'NamedBlock', type: 'Block', isByHand: true, about: 'The block of the answer' },
);
export const safeBlock = integer('With `consistency=strict`: the safe block');

/** The codes of errors. */
const code = oneOf(PROBLEM_CODES, { type: 'ProblemCode', isByHand: true, isOpen: true });
const REASON = { code, detail: text() };
export const UNKNOWN_ANSWER = fields(
  { value: constant(null), ...REASON },
  { type: 'UnknownAnswer', isByHand: true },
);

export const CHAIN_ANSWER = either(
  [
    fields(
      {
        chainId: integer(),
        known: constant(true),
        registries: listOf(
          registry,
          'In `/resolve` and `/wallets`: the registries that were searched. A chain may have no v1',
        ),
        block: BLOCK,
        safeBlock,
      },
      { optional: ['registries', 'safeBlock'] },
    ),
    fields({ chainId: integer(), known: constant(false), ...REASON }),
  ],
  {
    component: 'ChainAnswer',
    isByHand: true,
    about: 'A chain: the block of the answer, or the reason why there is none',
  },
);
