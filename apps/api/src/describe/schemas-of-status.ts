/** The schemas of the state of the service and of its history. */
import { type Json, NODE_STATES, ref, SPAN_STATES } from '../operations/index.ts';
import { integer, integerOrNull, listOf, object, orNull, string } from './schema-parts.ts';

const seconds = (description: string) => ({
  ...integer,
  description: `${description}, in seconds since 1970`,
});

export const STATUS_SCHEMAS: Json = {
  Status: object({
    chains: listOf(
      object({
        chainId: integer,
        name: string,
        state: { type: 'string', enum: ['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted'] },
        detail: { type: ['string', 'null'] },
        indexed: orNull(object({ number: integer, hash: string, timestamp: integer })),
        head: integerOrNull,
        safe: integerOrNull,
        finalized: integerOrNull,
        lagBlocks: integerOrNull,
        lagSeconds: integerOrNull,
        heardMsAgo: integerOrNull,
        maxLag: object({ ms: integer, blockAgeMs: integerOrNull }),
        nodes: listOf(ref('schemas/Node')),
      }),
    ),
  }),
  Node: object({
    label: string,
    state: {
      type: 'string',
      enum: NODE_STATES,
      description:
        '`agreed`: its answers count. `behind`: it lacks blocks that others have. `outvoted`: it contradicts the others. `undecided`: too few nodes agree. `failed`: it does not answer. `state_only`: it has no vote. `unknown`: the indexer has not reported for a minute',
    },
    inQuorum: { type: ['boolean', 'null'] },
    head: integerOrNull,
    outvoted: integer,
    lastOutvoted: integerOrNull,
    lastError: orNull(object({ kind: string, timestamp: integer })),
    today: orNull(object({ calls: integer, cost: { type: ['number', 'null'] } })),
  }),
  StatusHistory: object({
    spanSeconds: { ...integer, description: 'The length of each span' },
    chains: listOf(
      object({
        chainId: integer,
        name: string,
        lag: listOf(
          object({
            from: seconds('The beginning of the span'),
            lagSeconds: {
              ...integerOrNull,
              description: 'The highest age of the newest block within it. Null: nothing was recorded',
            },
            state: {
              enum: [...SPAN_STATES, null],
              description:
                'The worst state within it. `indexing`: the chain was read for the first time. `lagging`: it was too far behind to answer. `silent`: no indexer ran in a part of it. `tainted`: it contradicted its own final blocks. Null: nothing was recorded, and nothing had to be',
            },
          }),
          'The oldest first',
        ),
      }),
    ),
    incidents: listOf(
      object({
        chainId: integer,
        kind: {
          type: 'string',
          enum: ['silent', 'lagging', 'tainted'],
          description: 'The worst state within it',
        },
        from: seconds('When it began'),
        to: { ...integerOrNull, description: 'When it ended, in seconds since 1970. Null: it goes on' },
        worstLagSeconds: {
          ...integerOrNull,
          description: 'The highest age of the newest block within it. Null: unknown',
        },
      }),
      'The newest first',
    ),
  }),
};
