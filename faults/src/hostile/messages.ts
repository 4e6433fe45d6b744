/** Messages between the scenario and the process of the attackers. */
import type { Transaction } from '@mandate/contracts';
import type { Attack } from './rates.ts';

/** Everything that the attackers have prepared on the chain. */
export interface Prepared {
  readonly manyGrants: Transaction;
  readonly manyVaults: Transaction;
  /** The path of a list about a past block of the spammed wallet. */
  readonly spammedList: string;
  readonly snapshot: string;
  /** A contract of tokens that burns all gas it gets. */
  readonly burningToken: string;
}

export interface AttackOrders extends Prepared {
  readonly apiUrl: string;
  /** The node itself, without the indexer's proxy. */
  readonly nodeUrl: string;
  /** The `Origin` header of the developer page. */
  readonly origin: string;
  readonly chainId: number;
  readonly check: string;
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
