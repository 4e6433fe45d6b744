/** Describes the progress of a soak. */
import type { Tally } from './client.ts';
import type { FeedReplica } from './feed-replica.ts';
import type { Memory } from './memory.ts';
import type { SteadyChain } from './steady-chain.ts';

export interface Soaking {
  readonly tally: Tally;
  readonly latencies: readonly number[];
  /** By process name. */
  readonly memories: Readonly<Record<string, Memory>>;
  readonly chains: readonly SteadyChain[];
}

export function describeSoaking({ tally, latencies, memories, chains }: Soaking): string {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => `${Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)} ms`;
  const sum = (count: 'blocks' | 'reorgs' | 'writes') =>
    chains.reduce((total, { counts }) => total + counts[count], 0);
  return [
    `${tally.requests} requests, p50 ${at(0.5)}, p99 ${at(0.99)}`,
    ...Object.entries(memories).map(([name, memory]) => `${name} ${Math.round(memory.latestMb())} MB`),
    `${sum('blocks')} blocks, ${sum('writes')} writes, ${sum('reorgs')} reorgs`,
  ].join(', ');
}

export function describeMemory(memories: Soaking['memories']): string {
  return Object.entries(memories)
    .map(([name, memory]) => {
      const { medians, rise } = memory.judge();
      const windows = medians.map((median) => Math.round(median)).join(', ');
      return `memory of the ${name} after its warm-up, thirds of the time, ${windows} MB: a rise of ${inPercent(rise)}`;
    })
    .join('; ');
}

export function listRisen(memories: Soaking['memories']): string[] {
  return Object.entries(memories).flatMap(([name, memory]) => {
    const { rise, maxRise } = memory.judge();
    if (rise <= maxRise) return [];
    return [`the memory of the ${name} rose by ${inPercent(rise)}, more than ${inPercent(maxRise)}`];
  });
}

export function describeAnswers({ requests, refused, expired, late, wrong }: Tally): string {
  const others = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  return (
    `of ${requests} requests ${refused} refused to one that asked too much without a key, ${expired} next pages ` +
    `gone after a reorg, ${late} sent again, ${others} other answers than 200`
  );
}

export function listWrong({ wrong, examples }: Tally): string[] {
  return [
    ...[...wrong].map(([status, count]) => `${count} answers with ${status || 'nothing'}`),
    ...examples,
  ];
}

export function describeFeeds(replicas: readonly FeedReplica[]): string {
  const sum = (count: keyof FeedReplica['counts']) =>
    replicas.reduce((total, { counts }) => total + counts[count], 0);
  return `${replicas.length} event streams in ${sum('connections')} connections sent ${sum('changes')} changes, ${sum('undone')} undone`;
}

function inPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
