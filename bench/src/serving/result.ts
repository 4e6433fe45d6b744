/**
 * The results of the serving measurements. They can be stored as JSON, and the docs are written from them.
 */
import type { Memory } from '../server-process.ts';

/** In display order. */
export const CONTENDERS = {
  http: 'bare `node:http`',
  fastify: 'bare Fastify',
  fastify2: 'bare Fastify, two processes',
  pgbench: 'pgbench',
  postgres: 'the service on PostgreSQL',
  keyed: 'the read model, with a key',
  keyed2: 'the read model, with a key, two processes',
  anonymous: 'the read model, without a key',
  redis: 'the read model, without a key, counted by Redis',
} as const;
export type ContenderId = keyof typeof CONTENDERS;
export const CONTENDER_IDS = Object.keys(CONTENDERS) as ContenderId[];

export interface Measured {
  readonly round: number;
  readonly question: string;
  readonly contender: ContenderId;
  /** Null if it has no ledger. */
  readonly rows: number | null;
  readonly perSecond: number;
  /** One value per `PERCENTILES`. */
  readonly percentilesMs: readonly number[];
  /** The 99th percentile at half of this throughput, or null if it was not measured. */
  readonly halfP99Ms: number | null;
  /** Microseconds of processor time per request, or null if unknown. */
  readonly cpuUs: number | null;
  readonly postgresCpuUs: number | null;
  readonly loadCpuUs: number | null;
  /** The cores that the load itself used. */
  readonly loadCores: number | null;
  /** The cores that unrelated processes used. */
  readonly otherCores: number | null;
}

/** A server's memory after all its load. */
export interface Footprint {
  readonly contender: ContenderId;
  readonly rows: number | null;
  readonly memory: Memory;
  readonly readModel: ReadModelFigures | null;
}

interface ReadModelFigures {
  /** The time until it answered from the read model: from nothing, and with an existing file. */
  readonly loadSeconds: number;
  readonly readySeconds: number;
  readonly fileBytes: number;
}

interface LedgerMade {
  readonly rows: number;
  /** Null when an earlier run filled it. */
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
