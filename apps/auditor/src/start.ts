/** Starts an auditor: connects its parts to a database and to the chains' nodes. */
import type { ConfiguredChain } from '@mandate/config';
import {
  createAuditRecords,
  createLocks,
  createNodeStore,
  createReader,
  type Database,
} from '@mandate/store';
import type { Logger } from 'pino';
import { startCallBudget } from './budget/call-budget.ts';
import type { CallLimits } from './budget/call-limit.ts';
import { createMetrics } from './observe/metrics.ts';
import { createStatus } from './observe/status.ts';
import type { Signer } from './report/signing-key.ts';
import { run } from './run.ts';

export interface AuditorOptions {
  readonly chains: readonly ConfiguredChain[];
  readonly database: Database;
  /** Locks are held by a connection of their own. */
  readonly databaseUrl: string;
  readonly limits: CallLimits;
  /** The least time from the start of one pass to the start of the next. */
  readonly passMs: number;
  readonly signer: Signer;
  readonly log: Logger;
}

export function startAuditor({ chains, database, databaseUrl, limits, passMs, signer, log }: AuditorOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const records = createAuditRecords(database);
  const budget = startCallBudget(chains, { limits, store: createNodeStore(database), log, signal });
  const metrics = createMetrics(chains, records);
  const status = createStatus(chains);
  const locks = createLocks(databaseUrl, 'audit');
  const { listCheckpoints } = createReader(database);
  const report = { chains, records, listCheckpoints, signer };
  const running = run({ chains, database, locks, budget, metrics, status, report, passMs, log, signal });
  return {
    admin: { ready: () => status.describe(), metrics: () => metrics.registry.metrics() },
    /** Finishes the present steps. What they found is kept. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await budget.close();
      await locks.close();
    },
  };
}
