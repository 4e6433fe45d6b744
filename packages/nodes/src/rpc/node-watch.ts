/** The events of a node: its requests, its errors, and whether its answers agree with those of the other nodes. */
import type { ConfiguredChain, ConfiguredNode } from '@mandate/config';
import {
  AnswerTooLargeError,
  MalformedAnswerError,
  NodeUnavailableError,
  OverBudgetError,
  RateLimitedError,
  WrongHashError,
  WrongNodeError,
} from './errors.ts';

/** Methods with a metric label of their own. The list is closed, like all labels of metrics. */
export const METHODS = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'other',
] as const;
export type Method = (typeof METHODS)[number];

/**
 * `refused`: the node answers with an error, also if it is asked for too much at once. `wrong_hash`: a header or a proof
 * does not match its hash.
 */
export const NODE_ERRORS = [
  'unavailable',
  'rate_limited',
  'too_large',
  'malformed',
  'wrong_hash',
  'wrong_chain',
  'refused',
  'over_budget',
] as const;
export type NodeError = (typeof NODE_ERRORS)[number];

/** One HTTP request that was sent, whether or not it was answered. */
interface NodeRequest {
  readonly methods: readonly Method[];
  readonly tookMs: number;
  /** The newest block, if the request asked for it. */
  readonly head: number | null;
}

/**
 * The result of comparing an answer with the others. `behind`: the node does not have a block that others have.
 * `undecided`: too few nodes gave the same answer, so that none of them counts.
 */
export type Vote = 'agreed' | 'outvoted' | 'behind' | 'undecided' | 'failed';

interface Voted {
  readonly vote: Vote;
  /** Why the node failed to answer the question, after all retries. */
  readonly error: NodeError | null;
  /**
   * The node's overall standing: `agreed` if its last answer to each kind of question in the past minute counted,
   * else the worst vote among them.
   */
  readonly standing: Vote;
}

/** Watches the requests to one node. */
export interface NodeWatch {
  /** Waits until the node may get this many more calls. Throws if its budget does not allow them. */
  admit(calls: number): Promise<void>;
  asked(request: NodeRequest): void;
  erred(error: NodeError): void;
}

/** Counts or shows the events of all nodes. */
export interface NodeObserver {
  asked(chain: ConfiguredChain, node: ConfiguredNode, request: NodeRequest): void;
  erred(chain: ConfiguredChain, node: ConfiguredNode, error: NodeError): void;
  voted(chain: ConfiguredChain, node: ConfiguredNode, voted: Voted): void;
}

export const NO_WATCH: NodeWatch = { admit: async () => {}, asked() {}, erred() {} };

export function methodOf(name: string): Method {
  return METHODS.find((known) => known === name) ?? 'other';
}

export function nodeErrorOf(error: unknown): NodeError {
  if (error instanceof OverBudgetError) return 'over_budget';
  if (error instanceof RateLimitedError) return 'rate_limited';
  if (error instanceof AnswerTooLargeError) return 'too_large';
  if (error instanceof WrongNodeError) return 'wrong_chain';
  if (error instanceof WrongHashError) return 'wrong_hash';
  if (error instanceof MalformedAnswerError) return 'malformed';
  return error instanceof NodeUnavailableError ? 'unavailable' : 'refused';
}
