/** The results of a hostile soak, and whether they meet the requirements. */
import { readFileSync } from 'node:fs';
import { inMs, inPercent, quantile } from '../figures.ts';
import type { Sample } from '../honest/messages.ts';
import { type CpuShares, describeCpu } from '../watch.ts';
import type { AttackReport } from './messages.ts';
import { MAX_ATTACKERS_CPU, MAX_OF_NETWORK } from './rates.ts';

const MAX_SLOWDOWN = 3;
/** A short run has few samples: its p99 may also be three times this. */
const SHORT = { minutes: 5, quietP99Ms: 100 };
/** How many requests of a phase must have had the machine to themselves, for a judgement on delays and refusals. */
const MIN_FAIR = 100;
/** The indexer keeps up: 20 seconds at two seconds per block. */
const MAX_BLOCKS_BEHIND = 10;
const MAX_KEYS_OF_AN_OWNER = 50;
/** The share of honest questions to nodes that must be answered. */
const MIN_ANSWERED = 0.95;
/** An answer with 200 that says it does not know. */
const UNKNOWN = /"eligible":null|"known":false/;
const WINDOW_S = 10;
const MAX_EXAMPLES = 3;
const EXAMPLE_LENGTH = 200;

/** The measurements of a phase with or without attackers. */
export interface Phase {
  readonly samples: readonly Sample[];
  /** The samples for which the machine had its processors. */
  readonly fair: readonly Sample[];
  /** The share of the processors' time that other machines took. */
  readonly withheld: number;
  /** The API's highest memory use. */
  readonly rssMb: number;
  /** The CPU of the API. */
  readonly cpu: CpuShares;
}

export interface Figures {
  readonly minutes: number;
  /** Leaves out what depends on the machine's speed. */
  readonly untimed: boolean;
  readonly quiet: Phase;
  readonly attacked: Phase;
  readonly wrong: readonly string[];
  readonly report: AttackReport;
  readonly blocksBehind: number;
  readonly keysOfAnOwner: number;
}

/** Whether it holds, null where nobody can tell, and what it says. */
type Judgement = readonly [boolean | null, string];

const LABELS = new Map([
  [true, 'PASS'],
  [false, 'FAIL'],
  [null, 'SKIP'],
]);

export function judge(figures: Figures) {
  const { quiet, attacked, wrong, report, keysOfAnOwner } = figures;
  const answers = [...quiet.samples, ...attacked.samples];
  const broken = countBroken(report);
  // The other half is for event streams, of which there are few here.
  const limitMb = readMemoryLimitMb() / 2;
  const verdicts: readonly Judgement[] = [
    [wrong.length === 0, `${wrong.length} wrong answers of ${answers.length}${exampleOf(wrong)}`],
    [broken === 0, `${broken} answers with 5xx other than 503 to the attackers`],
    ...judgeNetworks(report),
    ...(figures.untimed ? [] : [...judgeService(figures), ...judgeSpeed(figures)]),
    [attacked.rssMb < limitMb, `memory of the API ${Math.round(attacked.rssMb)} MB, below ${limitMb} MB`],
    [
      keysOfAnOwner <= MAX_KEYS_OF_AN_OWNER,
      `${keysOfAnOwner} live keys of one owner, at most ${MAX_KEYS_OF_AN_OWNER}`,
    ],
  ];
  return {
    table: [
      ...describeAttacks(report),
      '',
      describePhase('quiet', quiet),
      describePhase('attacked', attacked),
    ],
    lines: verdicts.map(([holds, line]) => `${LABELS.get(holds)} ${line}`),
    failed: verdicts.filter(([holds]) => holds === false).length,
  };
}

/** Judges whether the indexer keeps up, and the attackers leave the processors to others. */
function judgeSpeed({ blocksBehind, report: { cpu } }: Figures): Judgement[] {
  return [
    [
      blocksBehind <= MAX_BLOCKS_BEHIND,
      `the index ${blocksBehind} blocks behind at the most, at most ${MAX_BLOCKS_BEHIND}`,
    ],
    [
      cpu <= MAX_ATTACKERS_CPU,
      `the attackers took ${cpu.toFixed(2)} of a core, at most ${MAX_ATTACKERS_CPU}`,
    ],
  ];
}

/** Judges refusals and delays. Both also come from a machine whose processors were given to others. */
function judgeService({ minutes, quiet, attacked }: Figures): Judgement[] {
  const isShort = minutes < SHORT.minutes;
  if (Math.min(quiet.fair.length, attacked.fair.length) < MIN_FAIR)
    return [
      [
        isShort ? null : false,
        `refusals and delays are not judged: other machines took ${inPercent(quiet.withheld)} of the processors before and ${inPercent(attacked.withheld)} during the attack`,
      ],
    ];
  const answers = [...quiet.fair, ...attacked.fair];
  const refused = answers.filter(({ type, status }) => isTimed(type) && status !== 200);
  const claims = answers.filter(({ type }) => type === 'claim');
  const unanswered = claims.filter(({ status, text }) => status !== 200 || UNKNOWN.test(text));
  const silent = answers.filter(({ type, status }) => type === 'live' && status !== 200);
  const probes = answers.filter(({ type, status }) => type === 'probe' && (status < 200 || status > 299));
  const p99 = { quiet: delayOf(quiet.fair, 0.99), attacked: delayOf(attacked.fair, 0.99) };
  const base = isShort ? Math.max(p99.quiet, SHORT.quietP99Ms) : p99.quiet;
  return [
    [
      refused.length === 0,
      `${refused.length} checks and lists not answered with 200${exampleOf(refused.map(describe))}`,
    ],
    [
      probes.length === 0,
      `${probes.length} batches, snapshots, histories, event streams and nonces refused${exampleOf(probes.map(describe))}`,
    ],
    [
      unanswered.length <= (1 - MIN_ANSWERED) * claims.length,
      `${claims.length - unanswered.length} of ${claims.length} claims and names answered, at least ${inPercent(MIN_ANSWERED)}${exampleOf(unanswered.map(describe))}`,
    ],
    [silent.length === 0, `live updates were off ${silent.length} times`],
    [
      p99.attacked <= MAX_SLOWDOWN * base,
      `p99 ${inMs(p99.attacked)} under attack, at most ${MAX_SLOWDOWN} times ${inMs(base)}`,
    ],
  ];
}

/** A network has its limit in each window, and a window more, as nobody knows when its first began. */
function judgeNetworks({ tallies, seconds }: AttackReport): Judgement[] {
  const max = MAX_OF_NETWORK * (Math.ceil(seconds / WINDOW_S) + 1);
  return (['networkFlood', 'networkClients'] as const).map((attack) => {
    const admitted = tallies[attack]?.statuses[200] ?? 0;
    return [admitted <= max, `${admitted} checks of ${attack} answered, at most ${max}`];
  });
}

const isTimed = (type: Sample['type']) => type === 'check' || type === 'list';

/** Returns the delay of checks and lists that this share of them does not exceed. */
export function delayOf(samples: readonly Sample[], share: number): number {
  return quantile(
    samples.filter(({ type }) => isTimed(type)).map(({ ms }) => ms),
    share,
  );
}

function describeAttacks({ tallies }: AttackReport): string[] {
  const rows = Object.entries(tallies).map(([attack, { sent, statuses }]) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${Number(status) || 'none'}: ${count}`);
    return `${attack.padEnd(18)}${String(sent).padStart(8)}  ${counts.join(', ') || 'still waiting'}`;
  });
  return [`${'attack'.padEnd(18)}${'sent'.padStart(8)}  answers by status`, ...rows];
}

function describePhase(name: string, { samples, fair, rssMb, cpu }: Phase): string {
  const statuses = Map.groupBy(samples, ({ status }) => status);
  const counts = [...statuses].map(([status, of]) => `${status || 'none'}: ${of.length}`).join(', ');
  const at = (share: number) => inMs(delayOf(samples, share));
  return `honest, ${name.padEnd(9)} p50 ${at(0.5)}, p99 ${at(0.99)}, API ${Math.round(rssMb)} MB and ${describeCpu(cpu)}, answers ${counts}, ${fair.length} of them judged`;
}

function countBroken({ tallies }: AttackReport): number {
  return Object.values(tallies)
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => Number(status) >= 500 && status !== '503')
    .reduce((sum, [, count]) => sum + count, 0);
}

export function describe({ path, status, text }: Sample): string {
  return `${path} is ${status || 'not answered'}: ${text.slice(0, EXAMPLE_LENGTH)}`;
}

export function exampleOf(all: readonly string[]): string {
  return all.length === 0 ? '' : `: ${all.slice(0, MAX_EXAMPLES).join('; ')}`;
}

/** Reads the memory limit of the API's pods from the chart. */
export function readMemoryLimitMb(): number {
  const values = readFileSync(new URL('../../../deploy/helm/mandate/values.yaml', import.meta.url), 'utf8');
  const found = /^api:\n(?:(?: .*)?\n)*? {4}limits: \{ memory: (\d+)([MG])i \}/m.exec(values);
  if (!found) throw new Error('The chart has no limit for the memory of the API any more.');
  return Number(found[1]) * (found[2] === 'G' ? 1_024 : 1);
}
