/** What the indexer asks of a chain, and the answers it works with. */
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

/** Marks as the chain names them: null where it has no such tag. */
export interface Tags {
  readonly chainId: number;
  readonly head: number;
  readonly safe: number | null;
  readonly finalized: number | null;
}

/** The range's logs, with the headers of the block before it and of its last block, from one server. */
export interface Range {
  readonly before: Header | null;
  readonly last: Header | null;
  readonly logs: readonly Log[];
}

/** A node, or several that have to agree. */
export interface Source {
  readonly name: string;
  getTags(): Promise<Tags>;
  getCode(address: Address, block: number | 'latest'): Promise<Hex>;
  /** Null for a block that the node has not got. */
  findHeaders(numbers: readonly number[]): Promise<(Header | null)[]>;
  getRange(addresses: readonly Address[], first: number, last: number): Promise<Range>;
  /** The logs of each block, by its hash: an unknown block is an error, never an empty list. Null: of any address. */
  getLogs(addresses: readonly Address[] | null, hashes: readonly Hex[]): Promise<Log[][]>;
  /** The receipts of each block. */
  getReceipts(hashes: readonly Hex[]): Promise<Receipt[][]>;
  getTransaction(hash: Hex): Promise<Transaction>;
  readSlots(address: Address, slots: readonly Hex[], blockHash: Hex): Promise<bigint[]>;
}

/** A chain's own finality where it has the tags, depths below the head where it hasn't. */
export function marksOf(tags: Tags, depths: { readonly safe: number; readonly finalized: number }): Marks {
  const { head } = tags;
  const finalized = Math.min(head, tags.finalized ?? Math.max(0, head - depths.finalized));
  const safe = Math.min(head, Math.max(finalized, tags.safe ?? Math.max(0, head - depths.safe)));
  return { head, safe, finalized };
}
