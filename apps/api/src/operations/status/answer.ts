/** The state of the service and of its chains, and their history. */
import {
  address,
  fields,
  flag,
  hash,
  integer,
  listOf,
  number,
  oneOf,
  orNull,
  said,
  seconds,
  text,
} from '../forms/form.ts';

/** The indexer's judgement of a node's answers. */
export const NODE_STATES = [
  'agreed',
  'behind',
  'outvoted',
  'undecided',
  'failed',
  'state_only',
  'unknown',
] as const;
const NODE_STATE = oneOf(NODE_STATES, {
  type: 'NodeState',
  sentence:
    '`agreed`: its answers count. `behind`: it lacks blocks that others have. `outvoted`: it contradicts the others. `undecided`: ' +
    'too few nodes agree. `failed`: it does not answer. `state_only`: it has no vote. `unknown`: the indexer has not reported for a minute',
});

const NODE = fields(
  {
    label: text('The name that the operator gave it, else its place, such as `node-1`'),
    state: NODE_STATE,
    inQuorum: orNull(flag(), 'Its answers count. `null` if it is not known, or it has no vote'),
    head: orNull(integer(), 'The newest block that it reported'),
    outvoted: integer('How often it contradicted the others'),
    lastOutvoted: orNull(integer(), 'When it did last, in seconds since 1970'),
    lastError: orNull(fields({ kind: text(), timestamp: integer() })),
    today: orNull(
      fields({ calls: integer(), cost: orNull(number()) }),
      'The calls to it today (UTC), and their cost if the price is known. `null` if the operator does not show it',
    ),
  },
  { component: 'Node', type: 'NodeStatus', about: 'A node that a chain is read from' },
);

const CHAIN = fields(
  {
    chainId: integer(),
    name: text(),
    state: oneOf(['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted'], {
      type: 'ChainState',
      sentence: '`ready`, or the code of the error that questions about this chain are answered with',
    }),
    detail: orNull(text()),
    indexed: orNull(
      fields({ number: integer(), hash: hash(), timestamp: integer() }),
      'The newest block that was read',
    ),
    head: orNull(integer()),
    safe: orNull(integer()),
    finalized: orNull(integer()),
    lagBlocks: orNull(integer()),
    lagSeconds: orNull(integer(), 'The age of the newest block that was read'),
    heardMsAgo: orNull(
      integer(),
      'How long ago the indexer reported. `null` if it has not begun, or it is too long ago to tell',
    ),
    maxLag: said(
      fields({ ms: integer(), blockAgeMs: orNull(integer()) }),
      'The chain lags when the indexer is silent for longer than `ms`, or its newest block is older than `blockAgeMs` (null: no limit)',
    ),
    nodes: listOf(NODE, 'The nodes that the chain is read from. Empty until the indexer has named them'),
  },
  { type: 'ChainStatus', about: 'How far a chain has been read, and whether it can answer' },
);
export const STATUS_ANSWER = fields({ chains: listOf(CHAIN) }, { component: 'Status' });

/** The worst state of a span. */
export const SPAN_STATES = ['ready', 'indexing', 'lagging', 'silent', 'tainted'] as const;
const lagSeconds = (unknown: string) =>
  orNull(integer(), `The highest age of the newest block within it. \`null\` if ${unknown}`);

const SAMPLE = fields(
  {
    from: seconds('The beginning of the span'),
    lagSeconds: lagSeconds('nothing was recorded'),
    state: oneOf([...SPAN_STATES, null], {
      sentence:
        'The worst state within it. `indexing`: the chain was read for the first time. `lagging`: it was too far behind to answer. ' +
        '`silent`: no indexer ran in a part of it. `tainted`: it contradicted its own final blocks. `null` if nothing was recorded, and ' +
        'nothing had to be',
    }),
  },
  { type: 'LagSample', about: 'The worst lag of a chain within a span of time' },
);

const INCIDENT = fields(
  {
    chainId: integer(),
    kind: oneOf(['silent', 'lagging', 'tainted'], { sentence: 'The worst state within it' }),
    from: seconds('When it began'),
    to: orNull(integer(), 'When it ended, in seconds since 1970. `null` if it goes on'),
    worstLagSeconds: lagSeconds('it is not known'),
  },
  { type: 'Incident', about: 'A period in which a chain did not answer, or answered late' },
);

export const HISTORY = fields(
  {
    spanSeconds: integer('The length of each span'),
    chains: listOf(fields({ chainId: integer(), name: text(), lag: listOf(SAMPLE, 'The oldest first') })),
    incidents: listOf(INCIDENT, 'The newest first'),
  },
  { component: 'StatusHistory' },
);

const NETWORK = fields(
  {
    chainId: integer(),
    name: text(),
    testnet: flag(),
    explorer: orNull(text()),
    registries: fields({ v1: orNull(address()), v2: orNull(address()) }),
    proofs: flag('Checks of this chain take `proof=true`'),
    publicNode: orNull(text(), 'A node that browsers may ask, e.g. for the hash of the block of a proof'),
  },
  { type: 'Network', about: 'A chain that the service serves' },
);
export const NETWORKS_ANSWER = fields({ networks: listOf(NETWORK) }, { component: 'Networks' });

export const HEALTH_ANSWER = fields({ status: text() }, { component: 'Health', type: null });
