/** The attacks, each at a fixed rate. All of them run at once, and together they may take little of a core. */

export const RATES = {
  /** On the chain: a vault with many v1 grants revokes somebody that it never trusted. */
  manyGrants: { grants: 510, everyMs: 10_000 },
  /** On the chain: many vaults do so, all in every block. */
  manyVaults: { vaults: 50, everyMs: 2_000 },
  /** Bodies for `/batch` that never end, of one client. Each sends its first bytes at once, then a byte a second. */
  unfinishedBodies: { open: 500, openedPerS: 20, declaredBytes: 1_048_576, firstBytes: 1_000_000 },
  /** Batches of a client that has nothing left of its limit. */
  refusedBatches: { perS: 20, checks: 1_000 },
  /** Snapshots of one client with a key. Nobody reads them to the end. */
  snapshots: { perS: 10, heldMs: 15_000 },
  /** Lists about a past block, of the same client. */
  pastLists: { perS: 10 },
  /** Lists about a past block of a wallet with many grants that have ended, of strangers. */
  spammedLists: { perS: 10, ended: 4_000, standing: 200 },
  /** Event streams of neighbouring networks: ten from each /64 of one /48. */
  streams: { networks: 101, perNetwork: 10, openedPerS: 25 },
  nonces: { perS: 50 },
  /** A wallet makes and rotates keys, all at the same time. */
  keyRaces: { everyMs: 5_000, atOnce: 20 },
  /** Wallets that are made to get a key, and the checks that their keys pay for. */
  throwawayKeys: { wallets: 10, everyMs: 2_000, checksPerS: 20 },
} as const;

export type Attack = keyof typeof RATES;

/** The share of one core that the attackers may take themselves. */
export const MAX_ATTACKERS_CPU = 0.3;

/** How the node treats the indexer meanwhile. */
export const NODE = { latencyMs: 30, maxBatchCalls: 100, limitedShare: 0.01 } as const;

/** The client whose answers are judged. v1 knows no keys: its checks stay well below the limit of those without one, also when late ones arrive together. */
export const HONEST = { checksPerS: 20, v1ChecksPerS: 1, listsPerS: 2, probeEveryMs: 5_000 } as const;
