/** Audits all configured chains at once, and writes a report for each day. An error on one chain never stops another. */

import type { ConfiguredChain } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { pause, retryAfter } from '@mandate/nodes';
import type { Database, Locks } from '@mandate/store';
import type { Logger } from 'pino';
import type { AuditBudget } from './budget/call-budget.ts';
import { createChainAudit } from './chain-audit.ts';
import type { Metrics } from './observe/metrics.ts';
import type { Status } from './observe/status.ts';
import type { PassStep } from './pass.ts';
import { type ReportSources, writeReport } from './report/report.ts';

const WAIT_MS = 5_000;
const RETRY = { firstMs: 1_000, maxMs: 5 * 60_000 };
const REPORT_MS = 60_000;
/** No chain has this id: it is the lock of the one who writes reports. */
const REPORTS = 0;

export interface RunOptions {
  readonly chains: readonly ConfiguredChain[];
  readonly database: Database;
  readonly locks: Locks;
  readonly budget: AuditBudget;
  readonly metrics: Metrics;
  readonly status: Status;
  readonly report: ReportSources;
  readonly passMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Runs until `signal` aborts. */
export async function run(options: RunOptions): Promise<void> {
  await Promise.all([
    ...options.chains.map((chain) => runChain(chain, options)),
    holdWhile(options, REPORTS, options.log, (ended) => writeReports(options, ended)),
  ]);
}

/** Works while this process has the lock. Only one of several auditors has it. */
async function holdWhile(
  { locks, signal }: Pick<RunOptions, 'locks' | 'signal'>,
  id: number,
  log: Logger,
  work: (ended: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const lost = await locks.hold(id, signal, () => {});
      await work(AbortSignal.any([signal, lost]));
      if (lost.aborted && !signal.aborted) log.warn('the lock was lost, waiting for it');
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'could not be audited');
    }
  }
}

async function runChain(chain: ConfiguredChain, options: RunOptions): Promise<void> {
  const { database, budget, metrics, status, passMs } = options;
  const { chainId, name } = chain;
  const log = options.log.child({ chainId, chain: name });
  const takeCalls = () => budget.takeCalls(chainId);
  let failures = 0;

  /** Takes a step. Returns how long to wait before the next one. */
  async function attempt(audit: ReturnType<typeof createChainAudit>): Promise<number> {
    try {
      const step = await audit.step();
      failures = 0;
      status.set(chain, step.type === 'waiting' ? 'waiting' : 'auditing');
      if (step.type === 'stepped') metrics.denied(chain, step.step.denied);
      logStep(log, step);
      return Math.max(budget.pauseMs(chainId), step.type === 'waiting' ? WAIT_MS : 0);
    } catch (error) {
      if (options.signal.aborted) return 0;
      const message = messageOf(error);
      status.set(chain, 'failing', message);
      metrics.failed(chain);
      const retryMs = retryAfter(error, failures++, RETRY);
      log.warn({ error: message, retryMs }, 'trying again');
      return retryMs;
    }
  }

  await holdWhile(options, chainId, log, async (ended) => {
    metrics.held(chain, true);
    status.set(chain, 'waiting');
    const observers = [metrics, budget];
    const audit = createChainAudit(chain, { database, observers, budget, takeCalls, passMs });
    while (!ended.aborted) await pause(await attempt(audit), ended);
    metrics.held(chain, false);
    status.set(chain, 'standby');
  });
}

async function writeReports({ report, log }: RunOptions, ended: AbortSignal): Promise<void> {
  await report.records.publishKey(report.signer.publicKey);
  while (!ended.aborted) {
    try {
      const day = await writeReport(report, Date.now());
      if (day) log.info({ day }, 'signed the report of the day');
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'the report waits');
    }
    await pause(REPORT_MS, ended);
  }
}

function logStep(log: Logger, step: PassStep): void {
  if (step.type === 'finished') {
    const { rows, questions, calls, differences } = step.pass;
    log.info({ rows, questions, calls, differences }, 'finished a pass');
  }
  if (step.type !== 'stepped') return;
  for (const [node, differences] of step.step.denied)
    log.warn({ node, differences }, 'a node showed differences that enough others deny');
  if (step.reported > step.differences)
    log.warn(
      { differences: step.reported - step.differences },
      'found differences that no second node confirms: they are reported, and nothing is done about them',
    );
  if (step.differences > 0)
    log.error(
      {
        differences: step.differences,
        vaults: [...new Set(step.step.findings.map(({ vault }) => vault))].slice(0, 10),
      },
      'the ledger differs from the chain: these vaults are not answered for. Run: mandate-server repair --vault',
    );
}
