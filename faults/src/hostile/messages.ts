/** Messages between the scenario and its two other processes, the attackers and the honest client. */
import type { Transaction } from '@mandate/contracts';
import type { Attack } from './rates.ts';

export interface AttackOrders {
  readonly apiUrl: string;
  /** The node itself, without the indexer's proxy. */
  readonly nodeUrl: string;
  /** The `Origin` header of the developer page. */
  readonly origin: string;
  readonly chainId: number;
  readonly manyGrants: Transaction;
  readonly manyVaults: Transaction;
  readonly spammedList: string;
  readonly snapshot: string;
  readonly check: string;
  /** A contract of tokens that burns all gas it gets. */
  readonly burningToken: string;
}

export interface AttackTally {
  sent: number;
  /** Counts by status; 0 means that the connection ended without an answer. */
  readonly statuses: Record<number, number>;
}

export interface AttackReport {
  readonly tallies: Readonly<Partial<Record<Attack, AttackTally>>>;
  /** The time since the attackers began. */
  readonly seconds: number;
  /** The share of a core in this time. */
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

/** Another request that must still work for others. */
export interface Probe {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly keyed: boolean;
  readonly body?: string;
  /** The answer comes from a node. `NUMBER` in its path differs each time, so that no cache has it. */
  readonly asksNode?: boolean;
  /** The stream is closed as soon as it begins. */
  readonly isStream?: boolean;
}

export interface Sample {
  readonly type: 'check' | 'list' | 'probe' | 'claim' | 'live';
  readonly path: string;
  /** In milliseconds since 1970, as both processes count them. */
  readonly askedAt: number;
  readonly ms: number;
  readonly status: number;
  /** The block that the answer names. */
  readonly hash: string;
  readonly text: string;
}
