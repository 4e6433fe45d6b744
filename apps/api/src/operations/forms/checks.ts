/** The forms of answers to checks: plain, explained and proven. */
import { BLOCK, safeBlock } from './blocks.ts';
import {
  address,
  bytes,
  bytes32,
  either,
  type Form,
  fields,
  flag,
  integer,
  listOf,
  uint256,
} from './form.ts';
import { STANDING_GRANT } from './grants.ts';

const PROVEN_BLOCK = fields(
  {
    number: integer(),
    hash: bytes32('The keccak-256 hash of `header`'),
    timestamp: integer('Seconds since 1970'),
    header: bytes('The header of the block in RLP, with the root of the state'),
  },
  { component: 'ProvenBlock', isByHand: true },
);
const PROOF = fields(
  {
    registry: address('The registry, whose account the proof is of'),
    slots: listOf(
      fields({ slot: bytes32(), value: bytes32('32 zero bytes: the place is empty') }),
      'Every storage place that decides the check, in the order in which it follows from the question',
    ),
    nodes: listOf(
      bytes(),
      'The nodes of the state trie and of the storage trie on the way to these places, in RLP, each once',
    ),
  },
  { component: 'Proof', about: 'The storage that decides a check, and the trie nodes that prove it' },
);

const because = listOf(
  STANDING_GRANT,
  'The delegations that satisfy the check, the broadest first. Empty if none does',
);
const explained = <F extends Form>(value: F, component: string) =>
  fields(
    { value, because, block: BLOCK, safeBlock },
    { component, isByHand: true, about: 'With `explain=true`', optional: ['safeBlock'] },
  );
const proven = <F extends Form>(value: F, component: string) =>
  fields(
    { value, block: PROVEN_BLOCK, proof: PROOF },
    { component, isByHand: true, about: 'With `proof=true`' },
  );

export const PROVEN_BOOLEAN = proven(flag(), 'ProvenBoolean');
export const PROVEN_BALANCE = proven(uint256(), 'ProvenBalance');

/** The forms of an answer to a check, by what the check answers. */
export const CHECK_ANSWERS = {
  boolean: either([flag(), explained(flag(), 'ExplainedBoolean'), PROVEN_BOOLEAN]),
  balance: either([uint256(), explained(uint256(), 'ExplainedBalance'), PROVEN_BALANCE]),
};
