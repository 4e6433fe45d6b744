/** The results of growth. They can be stored as JSON, and docs/operating/scale.md is written from them. */
import type { Machine } from '../serving/result.ts';

/** A cost in one round. */
export interface Sample {
  /** The name of the figure, with its unit. */
  readonly figure: string;
  readonly rows: number;
  readonly round: number;
  readonly value: number;
  /** The same in the smallest ledger, measured in turns. Null: this is the smallest. */
  readonly beside: number | null;
}

/** A ledger of one size, and its read model. */
export interface Made {
  readonly rows: number;
  readonly fillSeconds: number;
  readonly databaseBytes: number;
  readonly indexBytes: number;
  readonly readModelBytes: number;
  /** The time until a process answers from the read model: from nothing, and after a restart. */
  readonly loadSeconds: number;
  readonly readySeconds: number;
}

/** The answers to wallets that ask now and then. */
export interface Crowd {
  readonly wallets: number;
  /** The requests that were to be sent in a second, and those that got no answer with status 200. */
  readonly perSecond: number;
  readonly requests: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUs: number;
  /** The memory of the API's own after it. */
  readonly memoryMb: number;
}

export interface Idle {
  readonly connections: number;
  /** The connections that the server closed. */
  readonly closed: number;
  readonly bytesPerConnection: number;
  /** The same crowd without the connections, and beside them. */
  readonly without: Crowd;
  readonly beside: Crowd;
}

/** The listeners of the change feed. */
export interface Listening {
  readonly listeners: number;
  /** The median time from a commit until the last listener has all its changes. */
  readonly lastMs: number;
  /** The processor time of the API and of PostgreSQL for one change to one listener. */
  readonly cpuUsPerEvent: number;
}

export interface GrowthResult {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly seconds: number;
  readonly made: readonly Made[];
  readonly samples: readonly Sample[];
  readonly crowds: readonly Crowd[];
  readonly idle: Idle;
  readonly listening: readonly Listening[];
}
