/** The results of the attack with a token that burns gas, and whether they meet the requirements. */
import { inMs, inPercent, quantile } from '../figures.ts';
import type { Sample } from '../honest/messages.ts';
import { delayOf, describe, exampleOf, readMemoryLimitMb } from '../hostile/verdict.ts';
import type { CpuShares } from '../watch.ts';

const MAX_SLOWDOWN = 1.5;
/** Checks are faster than this on an idle machine: a few milliseconds more or less are noise. */
const MIN_BASE_MS = 10;
/** Delays are not judged if the API waited for a processor for a larger share of the time: other programs had them. */
const MAX_WAITED = 0.2;
/** Both processes may notice a call late, on a busy machine by up to a second. So calls are counted over several. */
const BUDGET = { windowS: 3, lateS: 1 };
const SECOND_MS = 1_000;

/** The measurements of a few seconds with or without attackers. */
export interface Phase {
  readonly samples: readonly Sample[];
  readonly cpu: CpuShares;
}

export interface AttackReport {
  /** Counts answers with 200 and `eligible: null` by the reasons that they give, and 503 `overloaded`. */
  readonly unknown: Map<string, number>;
  /** All other answers. */
  readonly wrong: string[];
}

export interface Figures {
  readonly rounds: readonly { readonly quiet: Phase; readonly attacked: Phase }[];
  readonly report: AttackReport;
  /** The times at which calls arrived at the node. */
  readonly arrivals: readonly number[];
  readonly callsPerS: number;
  readonly rssMb: number;
  /** The share of the processors' time that other machines took. */
  readonly withheld: number;
}

/** Returns the figures in one line. Throws if one of them is not reached. */
export function judge({ rounds, report, arrivals, callsPerS, rssMb, withheld }: Figures): string {
  const p99Of = (phase: 'quiet' | 'attacked') =>
    quantile(
      rounds.map(({ [phase]: { samples } }) => delayOf(samples, 0.99)),
      0.5,
    );
  const p99 = { quiet: p99Of('quiet'), attacked: p99Of('attacked') };
  const waited = quantile(
    rounds.map(({ attacked }) => attacked.cpu.waited),
    0.5,
  );
  const isBusy = Math.max(waited, withheld) > MAX_WAITED;
  const base = Math.max(p99.quiet, MIN_BASE_MS);
  const samples = rounds.flatMap(({ quiet, attacked }) => [...quiet.samples, ...attacked.samples]);
  const wrongChecks = samples.filter(({ status, text }) => status !== 200 || text !== 'true');
  const wrong = [...wrongChecks.map(describe), ...report.wrong];
  const most = countMost(arrivals, BUDGET.windowS * SECOND_MS);
  const maxCalls = (BUDGET.windowS + BUDGET.lateS) * callsPerS;
  const limitMb = readMemoryLimitMb();
  const line =
    `p99 of ${samples.length} checks ${inMs(p99.quiet)} alone and ${inMs(p99.attacked)} under attack` +
    `${isBusy ? `, not judged: the API waited for a processor ${inPercent(waited)} of the time` : ''}; ` +
    `answers ${[...report.unknown].map((counted) => counted.join(' ')).join(', ')}; ${most} calls to the node in ` +
    `${BUDGET.windowS} s and ${countMost(arrivals, SECOND_MS)} in one at the most, ` +
    `with a budget of ${callsPerS} a second; API ${Math.round(rssMb)} MB`;
  const requirements: readonly (readonly [boolean, string])[] = [
    [
      isBusy || p99.attacked <= MAX_SLOWDOWN * base,
      `the p99 is more than ${MAX_SLOWDOWN} times ${inMs(base)}`,
    ],
    [most <= maxCalls, `the node got more than ${maxCalls} calls in ${BUDGET.windowS} s`],
    [wrong.length === 0, `${wrong.length} wrong answers${exampleOf(wrong)}`],
    [rssMb < limitMb, `the API has more than ${limitMb} MB`],
  ];
  const missed = requirements.filter(([holds]) => !holds).map(([, what]) => what);
  if (missed.length > 0) throw new Error([line, ...missed].join('\n'));
  return line;
}

/** Counts the calls of the fullest window. */
function countMost(arrivals: readonly number[], windowMs: number): number {
  let first = 0;
  let most = 0;
  for (const [last, at] of arrivals.entries()) {
    while ((arrivals[first] ?? at) <= at - windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
