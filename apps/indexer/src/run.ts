/** Follows all configured chains at once. An error on one chain never stops another. */

import type { ConfiguredChain } from '@mandate/config';
import { messageOf } from '@mandate/core';
import { connectNodes, type NodeObserver, pause, retryAfter, type Source } from '@mandate/nodes';
import type { Locks, Writer } from '@mandate/store';
import type { Logger } from 'pino';
import { type Audit, createAudit } from './bootstrap/audit.ts';
import { createAuditLog } from './bootstrap/audit-log.ts';
import type { Budget } from './budget/budget.ts';
import { createBackfillEstimate, describeEstimate, type Estimate } from './follow/backfill-estimate.ts';
import { chooseRegistries } from './follow/choose-registries.ts';
import { findPace } from './follow/find-pace.ts';
import { createFollower, type Follower, LedgerGoneError } from './follow/follower.ts';
import { isFollowing, type Rewound, type Step } from './follow/following.ts';
import { createPollSchedule, type PollSchedule } from './follow/poll-schedule.ts';
import type { Observer } from './observer.ts';

const RETRY = { firstMs: 250, maxMs: 15_000 };
const TAGS_MS = 30_000;
const MIN_PUBLIC_POLL_MS = 1_000;
const LOOKBACK_MS = 30_000;
const REWOUND: Readonly<Record<Rewound['why'], string>> = {
  reorg: 'undid a reorg',
  doubt: 'went back: logs of a range were not those of its blocks',
  form: 'went back to the safe block: one node alone had told the blocks above it, and they are read again',
};
/** The poll interval of a chain that waits for an operator. */
const TAINTED_POLL_MS = 2_000;

export interface RunOptions {
  readonly chains: readonly ConfiguredChain[];
  readonly writer: Writer;
  readonly locks: Locks;
  readonly observers: readonly Observer[];
  readonly nodeObservers?: readonly NodeObserver[];
  /** Without a budget, nodes get as many calls as they accept. */
  readonly budget?: Pick<Budget, 'admit' | 'audit' | 'pollMs'>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

interface Started {
  readonly follower: Follower;
  readonly audit: Audit;
  readonly schedule: PollSchedule;
}

/** Runs until `signal` aborts. Each chain finishes its current step. */
export async function run(options: RunOptions): Promise<void> {
  await Promise.all(options.chains.map((chain) => runChain(chain, options)));
}

async function runChain(
  chain: ConfiguredChain,
  { writer, locks, observers, nodeObservers = [], budget, log, signal }: RunOptions,
): Promise<void> {
  const tell = (say: (observer: Observer) => void) => observers.forEach(say);
  const chainLog = log.child({ chainId: chain.chainId, chain: chain.name });
  const estimate = createBackfillEstimate();
  const sayAudit = createAuditLog(chainLog);
  while (!signal.aborted) {
    try {
      const lost = await locks.hold(chain.chainId, signal, (problem) => {
        tell((observer) => (problem ? observer.failed(chain, problem) : observer.released(chain)));
      });
      chainLog.info('following');
      tell((observer) => observer.held(chain));
      await follow(AbortSignal.any([signal, lost]));
      if (lost.aborted) chainLog.warn('the lock was lost, waiting for it');
    } catch (error) {
      if (!signal.aborted) chainLog.error({ err: error }, 'could not be followed');
    } finally {
      tell((observer) => observer.released(chain));
    }
  }

  async function follow(ended: AbortSignal): Promise<void> {
    const source = connectNodes(chain, { observers: nodeObservers, budget });
    let started: Started | null = null;
    let failures = 0;

    /** Takes one step. Returns how long to wait before the next one. */
    async function attempt(): Promise<number> {
      try {
        started ??= await start(source);
        const startedAt = performance.now();
        const step = await started.follower.step();
        tell((observer) => observer.stepped(chain, step, performance.now() - startedAt));
        logStep(chainLog, step, failures);
        foresee(estimate.stepped(step));
        failures = 0;
        return await auditAfter(step, started.audit, waitAfter(step, started.schedule));
      } catch (error) {
        if (error instanceof LedgerGoneError) started = null;
        tell((observer) => observer.failed(chain, error));
        const retryMs = retryAfter(error, failures++, RETRY);
        const message = messageOf(error);
        chainLog.warn({ error: message, retryMs }, 'trying again');
        return retryMs;
      }
    }

    while (!ended.aborted) await pause(await attempt(), ended);
  }

  /** Proves a part of an imported ledger until the next block is due. Returns how long to wait then. */
  async function auditAfter(step: Step, audit: Audit, waitMs: number): Promise<number> {
    if (!('marks' in step) || !isFollowing(step.block, step.marks)) return waitMs;
    const startedAt = performance.now();
    const work = () => audit.work(waitMs);
    const state = await (budget ? budget.audit(chain, work) : work());
    tell((observer) => observer.audited?.(chain, state));
    sayAudit(state);
    return Math.max(0, waitMs - (performance.now() - startedAt));
  }

  async function start(source: Source): Promise<Started> {
    const head = await source.getHead();
    const { registries, notice } = await chooseRegistries(chain, source, writer);
    if (notice) chainLog.warn(notice);
    tell((observer) => observer.noticed?.(chain, notice));
    const checkpoint = await writer.findCheckpoint(chain.chainId);
    foresee(estimate.begin(checkpoint?.block.number ?? chain.startBlock, head.number));
    const pace = await findPace(chain, source);
    const reading = { ...pace, tagsMs: tagsMsOf(chain), lookbackMs: LOOKBACK_MS, isAgreed: chain.quorum > 1 };
    const followed = { ...chain, registries, reading };
    return {
      follower: createFollower(followed, source, writer, { warn: (message) => chainLog.warn(message) }),
      audit: createAudit(followed, source, writer),
      schedule: createPollSchedule(pace),
    };
  }

  /** Returns how long to wait for the next block, or 0 if there is more to do at once. */
  function waitAfter(step: Step, schedule: PollSchedule): number {
    if (step.type === 'tainted') return TAINTED_POLL_MS;
    const isAtHead =
      step.type === 'idle' || (step.type === 'advanced' && step.block.number >= step.marks.head);
    if (!isAtHead) return 0;
    const scheduledMs = schedule.next(step.block);
    return budget ? budget.pollMs(chain, scheduledMs) : scheduledMs;
  }

  function foresee(left: Estimate | null): void {
    if (!left) return;
    chainLog.info(left, `left to read: ${describeEstimate(left)}`);
    tell((observer) => observer.estimated?.(chain, left));
  }
}

function logStep(log: Logger, step: Step, failures: number): void {
  if (failures > 0) log.info({ failures }, 'recovered');
  if (step.type === 'rewound') {
    log.warn({ depth: step.depth, block: step.block.number }, REWOUND[step.why]);
  }
  if (step.type === 'tainted') log.error({ reason: step.reason }, 'tainted');
  if (step.type === 'advanced' && step.events > 0) {
    log.info({ block: step.block.number, blocks: step.blocks, events: step.events }, 'indexed');
  }
}

/** Safe and final blocks move every few minutes, except on local chains, which are polled many times a second. */
function tagsMsOf({ pollMs }: ConfiguredChain): number {
  return pollMs !== null && pollMs < MIN_PUBLIC_POLL_MS ? 0 : TAGS_MS;
}
