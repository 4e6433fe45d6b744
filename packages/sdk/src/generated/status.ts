/** Made from apps/api/src/operations by `npm run build:docs`. */
import {
  array,
  bytes32,
  flag,
  number,
  object,
  oneOf,
  orNull,
  type Read,
  text,
  whole,
} from '../client/read-json.ts';
import type { Hex } from '../hex.ts';

/** `ready`, or the code of the error that questions about this chain are answered with. */
export type ChainState = 'ready' | 'chain_not_ready' | 'chain_lagging' | 'chain_tainted';

/**
 * `agreed`: its answers count. `behind`: it lacks blocks that others have. `outvoted`: it contradicts the
 * others. `undecided`: too few nodes agree. `failed`: it does not answer. `state_only`: it has no vote.
 * `unknown`: the indexer has not reported for a minute.
 */
export type NodeState = 'agreed' | 'behind' | 'outvoted' | 'undecided' | 'failed' | 'state_only' | 'unknown';

/** A node that a chain is read from. */
export interface NodeStatus {
  /** The name that the operator gave it, else its place, such as `node-1`. */
  readonly label: string;
  /**
   * `agreed`: its answers count. `behind`: it lacks blocks that others have. `outvoted`: it contradicts the
   * others. `undecided`: too few nodes agree. `failed`: it does not answer. `state_only`: it has no vote.
   * `unknown`: the indexer has not reported for a minute.
   */
  readonly state: NodeState;
  /** Its answers count. `null` if it is not known, or it has no vote. */
  readonly inQuorum: boolean | null;
  /** The newest block that it reported. */
  readonly head: number | null;
  /** How often it contradicted the others. */
  readonly outvoted: number;
  /** When it did last, in seconds since 1970. */
  readonly lastOutvoted: number | null;
  readonly lastError: { readonly kind: string; readonly timestamp: number } | null;
  /**
   * The calls to it today (UTC), and their cost if the price is known. `null` if the operator does not show
   * it.
   */
  readonly today: { readonly calls: number; readonly cost: number | null } | null;
}

const readNodeStatus: Read<NodeStatus> = object<NodeStatus>({
  label: text,
  state: oneOf(['agreed', 'behind', 'outvoted', 'undecided', 'failed', 'state_only', 'unknown']),
  inQuorum: orNull(flag),
  head: orNull(whole),
  outvoted: whole,
  lastOutvoted: orNull(whole),
  lastError: orNull(object({ kind: text, timestamp: whole })),
  today: orNull(object({ calls: whole, cost: orNull(number) })),
});

/** How far a chain has been read, and whether it can answer. */
export interface ChainStatus {
  readonly chainId: number;
  readonly name: string;
  /** `ready`, or the code of the error that questions about this chain are answered with. */
  readonly state: ChainState;
  readonly detail: string | null;
  /** The newest block that was read. */
  readonly indexed: { readonly number: number; readonly hash: Hex; readonly timestamp: number } | null;
  readonly head: number | null;
  readonly safe: number | null;
  readonly finalized: number | null;
  readonly lagBlocks: number | null;
  /** The age of the newest block that was read. */
  readonly lagSeconds: number | null;
  /** How long ago the indexer reported. `null` if it has not begun, or it is too long ago to tell. */
  readonly heardMsAgo: number | null;
  /**
   * The chain lags when the indexer is silent for longer than `ms`, or its newest block is older than
   * `blockAgeMs` (null: no limit).
   */
  readonly maxLag: { readonly ms: number; readonly blockAgeMs: number | null };
  /** The nodes that the chain is read from. Empty until the indexer has named them. */
  readonly nodes: NodeStatus[];
}

const readChainStatus: Read<ChainStatus> = object<ChainStatus>({
  chainId: whole,
  name: text,
  state: oneOf(['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted']),
  detail: orNull(text),
  indexed: orNull(object({ number: whole, hash: bytes32, timestamp: whole })),
  head: orNull(whole),
  safe: orNull(whole),
  finalized: orNull(whole),
  lagBlocks: orNull(whole),
  lagSeconds: orNull(whole),
  heardMsAgo: orNull(whole),
  maxLag: object({ ms: whole, blockAgeMs: orNull(whole) }),
  nodes: array(readNodeStatus),
});

export interface Status {
  readonly chains: ChainStatus[];
}

export const readStatus: Read<Status> = object<Status>({ chains: array(readChainStatus) });

/** The worst lag of a chain within a span of time. */
export interface LagSample {
  /** The beginning of the span, in seconds since 1970. */
  readonly from: number;
  /** The highest age of the newest block within it. `null` if nothing was recorded. */
  readonly lagSeconds: number | null;
  /**
   * The worst state within it. `indexing`: the chain was read for the first time. `lagging`: it was too far
   * behind to answer. `silent`: no indexer ran in a part of it. `tainted`: it contradicted its own final
   * blocks. `null` if nothing was recorded, and nothing had to be.
   */
  readonly state: 'ready' | 'indexing' | 'lagging' | 'silent' | 'tainted' | null;
}

const readLagSample: Read<LagSample> = object<LagSample>({
  from: whole,
  lagSeconds: orNull(whole),
  state: orNull(oneOf(['ready', 'indexing', 'lagging', 'silent', 'tainted'])),
});

/** A period in which a chain did not answer, or answered late. */
export interface Incident {
  readonly chainId: number;
  /** The worst state within it. */
  readonly kind: 'silent' | 'lagging' | 'tainted';
  /** When it began, in seconds since 1970. */
  readonly from: number;
  /** When it ended, in seconds since 1970. `null` if it goes on. */
  readonly to: number | null;
  /** The highest age of the newest block within it. `null` if it is not known. */
  readonly worstLagSeconds: number | null;
}

const readIncident: Read<Incident> = object<Incident>({
  chainId: whole,
  kind: oneOf(['silent', 'lagging', 'tainted']),
  from: whole,
  to: orNull(whole),
  worstLagSeconds: orNull(whole),
});

export interface StatusHistory {
  /** The length of each span. */
  readonly spanSeconds: number;
  readonly chains: { readonly chainId: number; readonly name: string; readonly lag: LagSample[] }[];
  /** The newest first. */
  readonly incidents: Incident[];
}

export const readStatusHistory: Read<StatusHistory> = object<StatusHistory>({
  spanSeconds: whole,
  chains: array(object({ chainId: whole, name: text, lag: array(readLagSample) })),
  incidents: array(readIncident),
});
