/** What a run of the measurements of serving is made of. It can be kept as JSON, and the pages written from it. */
import type { Memory } from '../server-process.ts';

/** In the order in which they are shown. */
export const CONTENDERS = {
  http: 'bare `node:http`',
  fastify: 'bare Fastify',
  fastify2: 'bare Fastify, two processes',
  pgbench: 'pgbench',
  postgres: 'the service on PostgreSQL',
  readModel: 'the service with the read model',
  readModel2: 'the read model, two processes',
} as const;
export type ContenderId = keyof typeof CONTENDERS;
export const CONTENDER_IDS = Object.keys(CONTENDERS) as ContenderId[];

export interface Measured {
  readonly round: number;
  readonly question: string;
  readonly contender: ContenderId;
  /** Null: it has no ledger. */
  readonly rows: number | null;
  readonly perSecond: number;
  /** One for each of `PERCENTILES`. */
  readonly percentilesMs: readonly number[];
  /** Microseconds of processor time a request; null where it can't be known. */
  readonly cpuUs: number | null;
  readonly postgresCpuUs: number | null;
  readonly loadCpuUs: number | null;
  /** How much of the machine's cores the load itself took. */
  readonly loadCores: number | null;
  /** And how much everything did that has nothing to do with it. */
  readonly otherCores: number | null;
}

/** A server after all the load it had. */
export interface Footprint {
  readonly contender: ContenderId;
  readonly rows: number | null;
  readonly memory: Memory;
  readonly readModel: ReadModelFigures | null;
}

interface ReadModelFigures {
  /** Until it could answer from the read model: from nothing, and with the file of a process before it. */
  readonly loadSeconds: number;
  readonly readySeconds: number;
  readonly fileBytes: number;
}

interface LedgerMade {
  readonly rows: number;
  /** Null: it was filled by an earlier run. */
  readonly fillSeconds: number | null;
  readonly sizeBytes: number;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  readonly sharedBuffers: string;
}

export interface ServingResult {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly seconds: number;
  readonly ledgers: readonly LedgerMade[];
  readonly measured: readonly Measured[];
  readonly footprints: readonly Footprint[];
}
