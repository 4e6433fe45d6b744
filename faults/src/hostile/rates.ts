/** The fixed rate of each attack. All run at once, and together they may use little of a core. */

export const RATES = {
  /** On the chain: a vault with many v1 grants revokes a wallet it never delegated to. */
  manyGrants: { grants: 510, everyMs: 10_000 },
  /** On the chain: many vaults do the same in every block. */
  manyVaults: { vaults: 50, everyMs: 2_000 },
  /** One client's bodies for `/batch` that never end: a first part at once, then one byte per second. */
  unfinishedBodies: { open: 500, openedPerS: 20, declaredBytes: 1_048_576, firstBytes: 1_000_000 },
  /** Batches of a client that has used up its limit. */
  refusedBatches: { perS: 20, checks: 1_000 },
  /** Snapshots of one client with a key, which it does not read to the end. */
  snapshots: { perS: 10, heldMs: 15_000 },
  /** Lists about a past block, from the same client. */
  pastLists: { perS: 10 },
  /** Lists about a past block of a wallet with many ended grants, from many addresses. */
  spammedLists: { perS: 10, ended: 4_000, standing: 200 },
  /** Calls of tools about the same wallet, and messages that are none, from many addresses. */
  toolCalls: { perS: 10 },
  /** Event streams from neighbouring networks: ten from each /64 of one /48. */
  streams: { networks: 101, perNetwork: 10, openedPerS: 25 },
  /** Event streams that unrelated addresses keep open. */
  heldStreams: { clients: 30, perClient: 10, openedPerS: 20 },
  /** Checks from 16 neighbouring /64s of one /48. */
  networkFlood: { perS: 45, networks: 16 },
  /** Checks from one /48, each from another /64. */
  networkClients: { perS: 45 },
  /** One client asks for the history of ever other periods. */
  historyHours: { perS: 12 },
  /** One client with a key asks for names of tokens whose contract burns all gas. */
  burningNames: { perS: 10, tokens: 5 },
  /** One /48 asks for the same, each time from another /64. */
  networkNames: { perS: 10, tokens: 5 },
  nonces: { perS: 50 },
  /** One wallet creates and rotates keys, all in parallel. */
  keyRaces: { everyMs: 5_000, atOnce: 20 },
  /** New wallets that sign in for a key, and the checks sent with their keys. */
  throwawayKeys: { wallets: 10, everyMs: 2_000, perS: 20 },
} as const;

export type Attack = keyof typeof RATES;

/** The share of one core that the attackers themselves may use. */
export const MAX_ATTACKERS_CPU = 0.3;

/** The node's behaviour towards the indexer meanwhile. */
export const NODE = { latencyMs: 30, maxBatchCalls: 100, limitedShare: 0.01 } as const;

/** The budget that the API has for its node. */
export const CALLS_PER_S = 50;

/** The requests of one /48 without a key that are answered in any 10 seconds. */
export const MAX_OF_NETWORK = 400;

/**
 * The client whose answers are judged. v1 has no keys, so its checks stay well below the anonymous limit,
 * even when late ones arrive together.
 */
export const HONEST = { checksPerS: 19, v1ChecksPerS: 1, listsPerS: 2 } as const;
