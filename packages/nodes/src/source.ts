/** The questions about a chain, and their answers. */
import type { Address, EventLog } from '@mandate/core';
import type { Block, Marks } from '@mandate/store';
import type { Hex } from 'viem';

export interface Header extends Block {
  readonly parentHash: Hex;
  readonly logsBloom: Hex;
  readonly receiptsRoot: Hex;
}

export interface Log extends EventLog {
  readonly address: Address;
  readonly block: number;
  readonly blockHash: Hex;
  readonly log: number;
  readonly tx: Hex;
}

export interface Receipt {
  readonly type: number;
  readonly status: number;
  readonly cumulativeGasUsed: bigint;
  readonly logsBloom: Hex;
  readonly logs: readonly Log[];
}

export interface Transaction {
  readonly from: Address;
  readonly to: Address | null;
  readonly input: Hex;
}

/** Marks as the nodes name them. `null` if they name none now, because the chain has no such tag or they fail. */
export interface Tags {
  readonly safe: number | null;
  readonly finalized: number | null;
}

/**
 * A range's logs, with the headers of a block that the ledger has and of the last block, read together with the logs.
 */
export interface Range {
  readonly known: Header | null;
  readonly last: Header | null;
  readonly logs: readonly Log[];
}

interface RangeOptions {
  /** The number of a block that the ledger has: the one before the range, or one within it. */
  readonly known?: number | undefined;
  /** The range's last block, if its header was read before. Saves a call. */
  readonly seen?: Block | undefined;
  /** Stops reading a range that is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** Code to run, and the most gas that it may use. */
interface Program {
  readonly code: Hex;
  readonly gas: number;
}

/** A call of a contract, or, without `data`, a question for its code. */
export interface ContractCall {
  readonly contract: Address;
  readonly data?: Hex | undefined;
  readonly gas?: number | undefined;
}

/** The result of a call. `reverted`: the contract refused, and said so. `failed`: anything else that the contract did. */
export type CallAnswer =
  | { readonly type: 'returned'; readonly bytes: Hex }
  | { readonly type: 'reverted' | 'failed' };

/** Storage, and the proof that it is that of a block. */
export interface ProvenStorage {
  /** The block's header in RLP: its hash is the block's. */
  readonly header: Hex;
  /** The distinct trie nodes from the header's state root to the account and to each slot, in the order of first use. */
  readonly nodes: readonly Hex[];
  /** The words, in the order of the slots. */
  readonly values: readonly bigint[];
}

/** A node, or several that have to agree. */
export interface Source {
  readonly name: string;
  /** The number of nodes that have to give the same answer. */
  readonly quorum: number;
  /**
   * The number of blocks that the source accepts in one range now. Longer ranges are read in pieces, one after
   * another.
   */
  readonly rangeBlocks: number;
  /** Returns the newest block. Every other answer is about the same chain, or an error. */
  getHead(): Promise<Header>;
  getTags(): Promise<Tags>;
  getCode(address: Address, block: number | 'latest'): Promise<Hex>;
  /** Returns null for each block that the node does not have. */
  findHeaders(numbers: readonly number[]): Promise<(Header | null)[]>;
  /**
   * Reads the logs of a range. Throws if the last block changes while the logs are read. A server that lags behind
   * others can still leave out logs of the newest blocks, if it answers parts of a request: see docs/operating/indexing.md.
   */
  getRange(
    addresses: readonly Address[],
    first: number,
    last: number,
    options?: RangeOptions,
  ): Promise<Range>;
  /**
   * Reads the logs of each block by its hash: an unknown block is an error, never an empty list. `addresses` null:
   * any address.
   */
  getLogs(addresses: readonly Address[] | null, hashes: readonly Hex[]): Promise<Log[][]>;
  /** Reads the receipts of each block. */
  getReceipts(hashes: readonly Hex[]): Promise<Receipt[][]>;
  getTransaction(hash: Hex): Promise<Transaction>;
  /** Calls a contract's view at a block. With `code`, that code runs instead of the contract's own. */
  call(address: Address, data: Hex, blockHash: Hex, code?: Hex): Promise<Hex>;
  /** Runs each piece of code as that of a contract that is being created, and returns what it returns. One request. */
  runCode(programs: readonly Program[], blockHash: Hex): Promise<Hex[]>;
  /** Whether the nodes refuse `runCode`. Then `callEach` reads contracts. */
  readonly needsTo: boolean;
  /** Sends ordinary calls in one request if possible. The outcome of one does not change that of another. */
  callEach(calls: readonly ContractCall[], blockHash: Hex): Promise<CallAnswer[]>;
  readSlots(address: Address, slots: readonly Hex[], blockHash: Hex): Promise<bigint[]>;
  /** Whether `prove` is worth trying: false on a chain whose state `eth_getProof` does not prove. */
  readonly proves: boolean;
  /**
   * Reads storage with a proof, and verifies it against the block's hash. One node is enough, because a proof needs no
   * vote. Throws an `UnprovenError` if no node gives one. With `header`, the block's header is not asked for again.
   * Without slots, it proves the account alone. `together`: shares requests with other calls of the same moment, and
   * waits for its turn.
   */
  prove(
    address: Address,
    slots: readonly Hex[],
    block: Pick<Block, 'number' | 'hash'>,
    header?: Hex,
    how?: 'alone' | 'together',
  ): Promise<ProvenStorage>;
}

/** What calls of contracts need of a source. */
export type ContractSource = Pick<Source, 'name' | 'needsTo' | 'runCode' | 'callEach'>;

/**
 * The depths below the head at which a block is safe and final, on a chain without tags for it. `null` if the chain has
 * the tag.
 */
export interface Depths {
  readonly safe: number | null;
  readonly finalized: number | null;
}

/**
 * Returns the chain's own finality. A depth never replaces a tag that fails: a mark that the nodes do not name is
 * unknown.
 */
export function marksOf(head: number, tags: Tags, depths: Depths): Marks {
  const under = (depth: number | null, tag: number | null) => {
    const mark = depth === null ? tag : Math.max(0, head - depth);
    return mark === null ? null : Math.min(head, mark);
  };
  const finalized = under(depths.finalized, tags.finalized);
  const safe = under(depths.safe, tags.safe);
  return { head, safe: safe === null ? null : Math.max(safe, finalized ?? 0), finalized };
}

/** Fills in the ledger's marks for those that the nodes do not name now. */
export function withKnown(marks: Marks, known: Marks): Marks {
  const higher = (a: number | null, b: number | null) =>
    a === null || b === null ? (a ?? b) : Math.max(a, b);
  return {
    head: marks.head,
    safe: marks.safe ?? known.safe,
    finalized: higher(marks.finalized, known.finalized),
  };
}
