/** Shows one line per chain in a terminal, redrawn every second. */

import type { Budget } from '../budget/budget.ts';
import type { BudgetStatus } from '../budget/budget-status.ts';
import { describeTime } from '../follow/backfill-estimate.ts';
import type { NodeReport, NodeStatus } from './node-report.ts';
import type { ChainStatus, Status } from './status.ts';

const REDRAW_MS = 1_000;
/** The number of redraws over which speed is measured. */
const WINDOW = 10;
const WIDTH = 18;
const MAX_NOTE = 80;

export interface Progress {
  stop(): void;
}

export interface Shown {
  readonly status: Pick<Status, 'list'>;
  readonly nodes: Pick<NodeReport, 'list'>;
  readonly budget: Pick<Budget, 'list'>;
}

export function startProgress({ status, nodes, budget }: Shown, out: NodeJS.WriteStream): Progress {
  const samples = new Map<number, number[]>();
  let drawn = 0;
  const draw = () => {
    const known = Map.groupBy(nodes.list(), ({ chainId }) => chainId);
    const lines = [
      HEADING,
      ...status.list().map((chain) => lineOf(chain, speedOf(chain), known.get(chain.chainId) ?? [])),
      ...budget.list().map(describeBudget),
    ];
    const up = drawn > 0 ? `\x1b[${drawn}A` : '';
    out.write(`${up}${lines.map((line) => `${line}\x1b[K\n`).join('')}`);
    drawn = lines.length;
  };
  const speedOf = ({ chainId, indexed }: ChainStatus): number => {
    const seen = [...(samples.get(chainId) ?? []), indexed ?? 0].slice(-WINDOW - 1);
    samples.set(chainId, seen);
    const first = seen.find((block) => block > 0) ?? 0;
    const seconds = ((seen.length - 1 - seen.indexOf(first)) * REDRAW_MS) / 1000;
    return seconds > 0 ? Math.max(0, ((indexed ?? 0) - first) / seconds) : 0;
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
  return {
    stop() {
      clearInterval(timer);
      draw();
    },
  };
}

const HEADING = `\x1b[2m${'chain'.padEnd(WIDTH)} ${'done'.padStart(6)} ${'indexed'.padStart(12)} ${'blocks/s'.padStart(9)} ${'events'.padStart(8)} ${'left'.padStart(7)} ${'lag'.padStart(9)} ${'nodes'.padStart(5)}  state\x1b[0m`;

const COLOURS = {
  following: 32,
  backfilling: 36,
  proving: 36,
  standby: 2,
  starting: 2,
  failing: 33,
  tainted: 31,
} as const;

function lineOf(
  { name, indexed, head, events, state, ...said }: ChainStatus,
  speed: number,
  nodes: readonly NodeStatus[],
): string {
  const lag = head !== null && indexed !== null ? Math.max(0, head - indexed) : null;
  const done = head && indexed !== null ? `${((100 * indexed) / head).toFixed(1)} %` : '–';
  const note = (said.problem ?? said.estimate ?? findTrouble(nodes) ?? said.notice)?.slice(0, MAX_NOTE);
  return [
    name.slice(0, WIDTH).padEnd(WIDTH),
    done.padStart(6),
    (indexed?.toLocaleString('en') ?? '–').padStart(12),
    (speed > 0 ? Math.round(speed).toLocaleString('en') : '–').padStart(9),
    events.toLocaleString('en').padStart(8),
    timeLeft(lag, speed).padStart(7),
    (lag?.toLocaleString('en') ?? '–').padStart(9),
    countNodes(nodes).padStart(5),
    ` \x1b[${COLOURS[state]}m${state}\x1b[0m${note ? ` ${note}` : ''}`,
  ].join(' ');
}

function timeLeft(lag: number | null, speed: number): string {
  if (!lag || speed <= 0) return '–';
  return describeTime(lag / speed);
}

/** Counts the nodes that agree, of those that were asked. */
function countNodes(nodes: readonly NodeStatus[]): string {
  const asked = nodes.filter(({ vote }) => vote !== null);
  return asked.length > 0 ? `${asked.filter(({ vote }) => vote === 'agreed').length}/${asked.length}` : '–';
}

/** Names the first node whose answers do not count. */
function findTrouble(nodes: readonly NodeStatus[]): string | null {
  const bad = nodes.find(({ vote }) => vote !== null && vote !== 'agreed');
  if (!bad) return null;
  return `${bad.label}: ${bad.vote}${bad.vote === 'failed' && bad.lastError ? ` (${bad.lastError.kind})` : ''}`;
}

function describeBudget({ label, monthCalls, callsPerMonth, stretched, lastsUntil }: BudgetStatus): string {
  const used = `${monthCalls.toLocaleString('en')} of ${callsPerMonth.toLocaleString('en')} calls this month`;
  const polls = stretched.length === 1 ? '1 chain is' : `${stretched.length} chains are`;
  const notes = [
    ...(stretched.length > 0 ? [`${polls} polled less often`] : []),
    ...(lastsUntil ? [`lasts until ${lastsUntil}`] : []),
  ];
  const colour = lastsUntil ? 31 : stretched.length > 0 ? 33 : 2;
  return `\x1b[${colour}m${label}: ${[used, ...notes].join('; ')}\x1b[0m`;
}
