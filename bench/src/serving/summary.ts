/** Sums up the rounds: medians, and ratios between servers measured in the same round. */
import { PERCENTILES } from '../http-load.ts';
import { median } from '../median.ts';
import { CONTENDER_IDS, type ContenderId, type Measured, type ServingResult } from './result.ts';

export interface Summary {
  readonly question: string;
  readonly contender: ContenderId;
  readonly rows: number | null;
  readonly perSecond: number;
  readonly percentilesMs: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly halfP99Ms: number | null;
  readonly cpuUs: number | null;
  readonly postgresCpuUs: number | null;
  readonly loadCpuUs: number | null;
  /** The ratio to bare Fastify in the same round, of throughput and of p99 at half of it. Null if one was not measured. */
  readonly toFastify: number | null;
  readonly p99ToFastify: number | null;
}

/** Returns one summary per question, contender and size, in the order of the page. */
export function summarize({ measured }: ServingResult): Summary[] {
  const groups = Map.groupBy(measured, ({ question, contender, rows }) => `${question} ${contender} ${rows}`);
  const place = ({ contender }: Summary) => CONTENDER_IDS.indexOf(contender);
  const questions = [...new Set(measured.map(({ question }) => question))];
  return [...groups.values()]
    .flatMap((group) => summarizeGroup(group, measured))
    .toSorted(
      (a, b) =>
        questions.indexOf(a.question) - questions.indexOf(b.question) ||
        place(a) - place(b) ||
        (a.rows ?? 0) - (b.rows ?? 0),
    );
}

function summarizeGroup(group: readonly Measured[], all: readonly Measured[]): Summary[] {
  const [first] = group;
  if (!first) return [];
  const { question, contender, rows } = first;
  const percentilesMs = PERCENTILES.map((_, i) =>
    median(group.map((each) => each.percentilesMs[i] ?? Number.NaN)),
  );
  const at = (percentile: (typeof PERCENTILES)[number]) =>
    percentilesMs[PERCENTILES.indexOf(percentile)] ?? Number.NaN;
  const known = (pick: (each: Measured) => number | null) => {
    const numbers = group.flatMap((each) => pick(each) ?? []);
    return numbers.length > 0 ? median(numbers) : null;
  };
  return [
    {
      question,
      contender,
      rows,
      percentilesMs,
      perSecond: median(group.map(({ perSecond }) => perSecond)),
      p50Ms: at(50),
      p99Ms: at(99),
      p999Ms: at(99.9),
      halfP99Ms: known(({ halfP99Ms }) => halfP99Ms),
      cpuUs: known(({ cpuUs }) => cpuUs),
      postgresCpuUs: known(({ postgresCpuUs }) => postgresCpuUs),
      loadCpuUs: known(({ loadCpuUs }) => loadCpuUs),
      toFastify: ratioBetween(all, first, { contender: 'fastify', rows: null }, ({ perSecond }) => perSecond),
      p99ToFastify: ratioBetween(
        all,
        first,
        { contender: 'fastify', rows: null },
        ({ halfP99Ms }) => halfP99Ms,
      ),
    },
  ];
}

type Who = Pick<Measured, 'contender' | 'rows'>;

/** Returns the median of the ratios within each round, or null if no round has both. */
function ratioBetween(
  all: readonly Measured[],
  who: Who & Pick<Measured, 'question'>,
  other: Who,
  pick: (measured: Measured, isOther: boolean) => number | null,
): number | null {
  const find = ({ contender, rows }: Who, round: number) =>
    all.find(
      (each) =>
        each.question === who.question &&
        each.round === round &&
        each.contender === contender &&
        each.rows === rows,
    );
  const rounds = new Set(all.map(({ round }) => round));
  const ratios = [...rounds].flatMap((round) => {
    const [mine, its] = [find(who, round), find(other, round)];
    const [one, another] = [mine && pick(mine, false), its && pick(its, true)];
    return one && another ? [one / another] : [];
  });
  return ratios.length > 0 ? median(ratios) : null;
}

export interface InShort {
  readonly question: string;
  /** The read model at each size, the smallest first, as most clients ask it: with a key. v1 takes none. */
  readonly readModel: readonly (Summary | undefined)[];
  /** The service without a read model, in the smallest ledger. */
  readonly postgres: Summary | undefined;
}

export const sizesOf = ({ ledgers }: ServingResult) =>
  ledgers.map(({ rows }) => rows).toSorted((a, b) => a - b);

/** Returns what the page shows first of each question. */
export function inShort(result: ServingResult): InShort[] {
  const [summaries, sizes] = [summarize(result), sizesOf(result)];
  return [...Map.groupBy(summaries, ({ question }) => question)].map(([question, own]) => {
    const find = (id: ContenderId, size?: number) =>
      own.find(({ contender, rows }) => contender === id && rows === size);
    const readModel = sizes.map((size) => find('keyed', size) ?? find('anonymous', size));
    return { question, readModel, postgres: find('postgres', sizes[0]) };
  });
}

export interface SizeRatio {
  readonly question: string;
  readonly contender: ContenderId;
  readonly smallest: number;
  readonly largest: number;
  /** The throughput in the largest ledger relative to the smallest. */
  readonly ratio: number;
}

export function compareSizes({ measured, ledgers }: ServingResult): SizeRatio[] {
  const sizes = ledgers.map(({ rows }) => rows);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (ledgers.length < 2) return [];
  const asked = new Set(measured.filter(({ rows }) => rows === largest).map(nameOf));
  return [...asked].flatMap((name) => {
    const one = measured.find((each) => each.rows === largest && nameOf(each) === name);
    const ratio =
      one && ratioBetween(measured, one, { ...one, rows: smallest }, ({ perSecond }) => perSecond);
    const { question, contender } = one ?? {};
    return ratio && question && contender ? [{ question, contender, smallest, largest, ratio }] : [];
  });
}

const nameOf = ({ question, contender }: Measured) => `${question} ${contender}`;

export interface Scaling {
  readonly question: string;
  readonly contender: 'fastify' | 'keyed';
  readonly rows: number | null;
  /** The throughput of two processes relative to one. */
  readonly raw: number;
  /** The same if the load had used none of their cores. */
  readonly accounted: number;
  /** The cores that the load took from the two. */
  readonly loadCores: number;
}

const PROCESSES = 2;
const PAIRS = [
  { one: 'fastify', two: 'fastify2' },
  { one: 'keyed', two: 'keyed2' },
] as const;

export function compareProcesses({ measured, machine: { cores } }: ServingResult): Scaling[] {
  return PAIRS.flatMap(({ one, two }) => {
    const asked = Map.groupBy(
      measured.filter(({ contender }) => contender === two),
      ({ question, rows }) => `${question} ${rows}`,
    );
    return [...asked.values()].flatMap((group): Scaling[] => {
      const [first] = group;
      if (!first) return [];
      const compare = (pick: Parameters<typeof ratioBetween>[3]) =>
        ratioBetween(measured, first, { contender: one, rows: first.rows }, pick);
      const raw = compare(({ perSecond }) => perSecond);
      const accounted = compare((each, isOne) =>
        isOne ? each.perSecond : perSecondWithoutLoad(each, cores),
      );
      if (raw === null || accounted === null) return [];
      const { question, rows } = first;
      return [
        {
          question,
          contender: one,
          rows,
          raw,
          accounted,
          loadCores: median(group.map(({ loadCores }) => loadCores ?? 0)),
        },
      ];
    });
  });
}

/**
 * Estimates the throughput of two processes if the load had its own cores. One process has a core to itself;
 * two share what the load leaves, and their throughput is proportional to it.
 */
export function perSecondWithoutLoad(
  { perSecond, loadCores }: Pick<Measured, 'perSecond' | 'loadCores'>,
  cores: number,
): number {
  const left = Math.min(PROCESSES, cores - (loadCores ?? 0));
  return (PROCESSES * perSecond) / left;
}
