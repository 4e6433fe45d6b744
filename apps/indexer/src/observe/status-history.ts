/** Records the lag and the state of each chain that this process follows, for the history on the status page. */
import type { ConfiguredChain } from '@mandate/config';
import type { Block, SpanReport, SpanState, StatusHistoryStore } from '@mandate/store';
import type { Logger } from 'pino';
import { isFollowing } from '../follow/following.ts';
import type { Observer } from '../observer.ts';
import { writeRegularly } from './write-regularly.ts';

const WRITE_MS = 10_000;
const PURGE_MS = 3_600_000;
const SEVERITY: readonly SpanState[] = ['ready', 'indexing', 'lagging', 'tainted'];

interface Followed {
  /** The time of the last step, or the time since which this process follows the chain. */
  heardAtMs: number;
  /** `null` if no step was taken yet. */
  newest: { readonly block: Block | null; readonly phase: 'following' | 'indexing' | 'tainted' } | null;
  /** The rows of an imported ledger are not proved yet, so questions are refused. */
  isProving: boolean;
  /** The worst since the last report. `null` if nothing is known yet. */
  worst: Omit<SpanReport, 'chainId'> | null;
}

export interface StatusHistory extends Observer {
  stop(): Promise<void>;
}

/** Starts to write regularly. A time in which the database is unavailable stays without a record. */
export function startStatusHistory(
  store: Pick<StatusHistoryStore, 'record' | 'purge'>,
  log: Logger,
  { writeMs = WRITE_MS } = {},
): StatusHistory {
  const followed = new Map<ConfiguredChain, Followed>();
  function sample(chain: ConfiguredChain): Followed | undefined {
    const known = followed.get(chain);
    const seen = known && judge(chain, known, Date.now());
    if (known && seen) known.worst = known.worst ? findWorst(known.worst, seen) : seen;
    return known;
  }

  function takeReports(): SpanReport[] {
    return [...followed.keys()].flatMap((chain) => {
      const known = sample(chain);
      if (!known?.worst) return [];
      const report = { chainId: chain.chainId, ...known.worst };
      known.worst = null;
      return [report];
    });
  }

  async function writeReports(): Promise<void> {
    const reports = takeReports();
    if (reports.length > 0) await store.record(reports);
  }

  const writing = writeRegularly(writeReports, {
    subject: 'the history of the status is',
    writeMs,
    purge: () => store.purge(),
    purgeMs: PURGE_MS,
    log,
  });

  return {
    held: (chain) =>
      followed.set(chain, { heardAtMs: Date.now(), newest: null, isProving: false, worst: null }),
    released: (chain) => followed.delete(chain),
    stepped(chain, step) {
      // The age of the block before is at its highest now.
      const known = sample(chain);
      if (!known) return;
      known.heardAtMs = Date.now();
      if (step.type === 'tainted') {
        known.newest = { block: known.newest?.block ?? null, phase: 'tainted' };
      } else if (step.type === 'rewound') {
        known.newest = { block: step.block, phase: known.newest?.phase ?? 'indexing' };
      } else {
        const isAtHead = isFollowing(step.block, step.marks) && step.unsettled === 0;
        known.newest = { block: step.block, phase: isAtHead ? 'following' : 'indexing' };
      }
    },
    audited(chain, { type }) {
      const known = followed.get(chain);
      if (known) known.isProving = type === 'proving';
    },
    failed() {},
    stop: writing.stop,
  };
}

/** Judges a chain as the API does. `null` if it was not read for long enough to tell. */
function judge(
  { maxLag }: ConfiguredChain,
  { heardAtMs, newest, isProving }: Followed,
  nowMs: number,
): Omit<SpanReport, 'chainId'> | null {
  const isSilent = nowMs - heardAtMs > maxLag.ms;
  if (!newest) return isSilent ? { lagSeconds: null, state: 'lagging' } : null;
  const ageMs = newest.block && Math.max(0, nowMs - 1_000 * newest.block.timestamp);
  const lagSeconds = ageMs === null ? null : Math.floor(ageMs / 1_000);
  if (newest.phase !== 'following') return { lagSeconds, state: newest.phase };
  if (isProving) return { lagSeconds, state: 'indexing' };
  const isOld = maxLag.blockAgeMs !== null && ageMs !== null && ageMs > maxLag.blockAgeMs;
  return { lagSeconds, state: isOld || isSilent ? 'lagging' : 'ready' };
}

function findWorst(
  a: Omit<SpanReport, 'chainId'>,
  b: Omit<SpanReport, 'chainId'>,
): Omit<SpanReport, 'chainId'> {
  const lags = [a, b].flatMap(({ lagSeconds }) => lagSeconds ?? []);
  return {
    lagSeconds: lags.length > 0 ? Math.max(...lags) : null,
    state: SEVERITY.indexOf(a.state) > SEVERITY.indexOf(b.state) ? a.state : b.state,
  };
}
