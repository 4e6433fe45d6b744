/** Keeps the calls to nodes within what the operator allows per second and per calendar month. */
import type { ConfiguredChain } from '@mandate/config';
import {
  type Account,
  type CallBudget,
  createAccounts,
  dayOf,
  monthAt,
  type NodeObserver,
  reserveOfMonth,
} from '@mandate/nodes';
import type { Logger } from 'pino';
import type { Observer } from '../observer.ts';
import type { BudgetStatus } from './budget-status.ts';
import { createChainPolls } from './chain-polls.ts';
import { createStretchLog } from './stretch-log.ts';
import { type Stretched, stretchPolls } from './stretch-polls.ts';

const PLAN_MS = 10_000;
/** The last calls of a month never fit exactly: shorter gaps are not reported. */
const WORTH_A_WORD_MS = 3_600_000;

export interface Budget extends CallBudget, Observer, NodeObserver {
  /** Runs work that proves an imported ledger. Like a backfill, it leaves enough calls to following. */
  audit<T>(chain: ConfiguredChain, work: () => Promise<T>): Promise<T>;
  /** Returns how long to wait for the next poll, which is due after `scheduledMs`. */
  pollMs(chain: ConfiguredChain, scheduledMs: number): number;
  list(): BudgetStatus[];
}

export interface BudgetOptions {
  readonly countMonth: (label: string) => number;
  readonly log: Logger;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
}

interface Planned {
  readonly account: Account;
  readonly callsPerMonth: number;
  stretched: Stretched;
  readonly tell: (status: BudgetStatus) => void;
}

export function createBudget(
  chains: readonly ConfiguredChain[],
  { countMonth, log, signal, now = Date.now }: BudgetOptions,
): Budget {
  const accounts = createAccounts(chains, { countMonth, now, signal });
  const polls = new Map(chains.map((chain) => [chain.chainId, createChainPolls(chain, now)]));
  const plans = [...accounts.values()].flatMap(({ callsPerMonth, ...account }): Planned[] => {
    if (callsPerMonth === null) return [];
    const stretched = { pollMs: new Map(), usualRate: 0, rate: 0, isAffordable: true };
    return [
      { account: { ...account, callsPerMonth }, callsPerMonth, stretched, tell: createStretchLog(log, now) },
    ];
  });
  let planAt = 0;

  function plan(): void {
    if (now() < planAt) return;
    planAt = now() + PLAN_MS;
    for (const planned of plans) {
      const { account, callsPerMonth } = planned;
      const left = Math.max(0, callsPerMonth - account.countMonth());
      const following = [...polls.values()].flatMap((chain) => chain.find(account.label) ?? []);
      planned.stretched = stretchPolls(following, left / monthAt(now()).leftMs);
      planned.tell(describe(planned));
    }
  }

  /** Returns how many calls are kept from backfills. */
  function reserveOf(label: string): number {
    const planned = plans.find(({ account }) => account.label === label);
    if (!planned) return 0;
    const month = monthAt(now());
    const share = reserveOfMonth(planned.callsPerMonth, month);
    return Math.max(share, planned.stretched.usualRate * month.leftMs);
  }

  function describe({ account, callsPerMonth, stretched }: Planned): BudgetStatus {
    const monthCalls = account.countMonth();
    const { leftMs } = monthAt(now());
    const lastsMs = Math.max(0, callsPerMonth - monthCalls) / stretched.rate;
    return {
      label: account.label,
      callsPerMonth,
      monthCalls,
      projectedCalls: Math.round(monthCalls + stretched.usualRate * leftMs),
      stretched: [...stretched.pollMs].map(([chainId, ms]) => ({
        chainId,
        pollSeconds: Math.round(ms / 100) / 10,
      })),
      lastsUntil:
        !stretched.isAffordable && lastsMs < leftMs - WORTH_A_WORD_MS ? dayOf(now() + lastsMs) : null,
    };
  }

  return {
    async admit({ chainId }, { label }, calls) {
      const reserve = polls.get(chainId)?.readsOldBlocks ? reserveOf(label) : 0;
      await accounts.get(label)?.admit(calls, reserve);
    },
    async audit({ chainId }, work) {
      const chain = polls.get(chainId);
      chain?.setAuditing(true);
      return work().finally(() => chain?.setAuditing(false));
    },
    pollMs({ chainId, nodes }, scheduledMs) {
      plan();
      const labels = new Set(nodes.map(({ label }) => label));
      const least = plans
        .filter(({ account }) => labels.has(account.label))
        .map(({ stretched }) => stretched.pollMs.get(chainId) ?? 0);
      const waitMs = Math.max(scheduledMs, ...least);
      polls.get(chainId)?.polled(waitMs > scheduledMs);
      return waitMs;
    },
    list: () => plans.map(describe),
    asked({ chainId }, { label }, { methods }) {
      accounts.get(label)?.counted(methods.length);
      polls.get(chainId)?.called(label, methods.length);
    },
    stepped: ({ chainId }, step) => polls.get(chainId)?.stepped(step),
    held() {},
    released() {},
    failed() {},
    erred() {},
    voted() {},
  };
}
