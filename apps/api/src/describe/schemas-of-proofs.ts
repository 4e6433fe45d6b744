/** The schemas of proofs. */
import type { Json } from '../operations/index.ts';
import { address, HASH, integer, listOf, object } from './schema-parts.ts';

const BYTES = { type: 'string', pattern: '^0x[0-9a-f]*$' };

export const PROOF_SCHEMAS: Json = {
  ProvenBlock: object({
    number: integer,
    hash: { ...HASH, description: 'The keccak-256 hash of `header`' },
    timestamp: { ...integer, description: 'Seconds since 1970' },
    header: { ...BYTES, description: 'The header of the block in RLP, with the root of the state' },
  }),
  Proof: object({
    registry: { ...address, description: 'The registry, whose account the proof is of' },
    slots: listOf(
      object({
        slot: HASH,
        value: { ...HASH, description: '32 zero bytes: the place is empty' },
      }),
      'Every storage place that decides the check, in the order in which it follows from the question',
    ),
    nodes: listOf(
      BYTES,
      'The nodes of the state trie and of the storage trie on the way to these places, in RLP, each once',
    ),
  }),
};
