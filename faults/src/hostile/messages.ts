/** The messages between the scenario and its two other processes, the attackers and the honest client. */
import type { Transaction } from '@mandate/contracts';
import type { Attack } from './rates.ts';

export interface AttackOrders {
  readonly apiUrl: string;
  /** The node, without the proxy that the indexer sees. */
  readonly nodeUrl: string;
  /** The `Origin` that pages of the developer site send. */
  readonly origin: string;
  readonly chainId: number;
  readonly manyGrants: Transaction;
  readonly manyVaults: Transaction;
  readonly spammedList: string;
  readonly snapshot: string;
  readonly check: string;
}

export interface AttackTally {
  sent: number;
  /** By status; 0: the connection ended without an answer. */
  readonly statuses: Record<number, number>;
}

export interface AttackReport {
  readonly tallies: Readonly<Partial<Record<Attack, AttackTally>>>;
  /** The share of a core since the attackers began. */
  readonly cpu: number;
}

export interface HonestOrders {
  readonly apiUrl: string;
  readonly origin: string;
  readonly key: string;
  readonly v1Checks: readonly string[];
  readonly checks: readonly string[];
  readonly lists: readonly string[];
  readonly probes: readonly Probe[];
}

/** Something else that others must still be able to do. */
export interface Probe {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly keyed: boolean;
  readonly body?: string;
  /** An event stream is ended when it begins. */
  readonly isStream?: boolean;
}

export interface Sample {
  readonly type: 'check' | 'list' | 'probe';
  readonly path: string;
  readonly ms: number;
  readonly status: number;
  /** The block that the answer names. */
  readonly hash: string;
  readonly text: string;
}
