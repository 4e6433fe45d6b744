/** What the first process and the workers, those that answer behind its port, may ask of each other. */
import type { Readiness } from '@mandate/config';
import type { Registry } from 'prom-client';
import type { Level } from '../access/limit/shares.ts';

/** The metrics of one process, or of some together. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export type WorkerProcedures = {
  /** Finishes what was begun, and ends. */
  end(): void;
  tellMetrics(): Promise<Snapshot>;
  tellReady(): Promise<Readiness>;
};

export type FirstProcedures = {
  listens(port: number): void;
  /** It can't start, and why. */
  fails(message: string): void;
  /** Null: one more event stream of a client is open, until the worker closes it or ends. Else the level that has no room. */
  openStream(levels: readonly Level[]): Level | null;
  closeStream(levels: readonly Level[]): void;
};
