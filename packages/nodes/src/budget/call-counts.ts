/** Counts the calls of each node today and this month (UTC): those in the database, and those not written yet. */
import type { NodeCalls, NodeUsage } from '@mandate/store';

/** Calls to write next. */
interface UnwrittenCalls {
  readonly today: string;
  readonly calls: readonly NodeCalls[];
  /** Call this once they are written, with the calls that all indexers had written before. */
  done(before: readonly NodeUsage[]): void;
}

export interface CallCounts {
  add(chainId: number, node: string, calls: number): void;
  countToday(chainId: number, node: string): number;
  /** Counts the calls to all nodes with this label, on all chains. */
  countMonth(node: string): number;
  take(): UnwrittenCalls;
}

export function createCallCounts(now: () => number = Date.now): CallCounts {
  const unwritten = new Map<string, NodeCalls>();
  let written: { readonly day: string; readonly usage: readonly NodeUsage[] } = { day: '', usage: [] };
  const today = () => new Date(now()).toISOString().slice(0, 10);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const listUnwritten = (isMeant: (calls: NodeCalls) => boolean) =>
    [...unwritten.values()].filter(isMeant).map(({ calls }) => calls);

  function change(of: Omit<NodeCalls, 'calls'>, more: number): void {
    const key = `${of.day} ${of.chainId} ${of.node}`;
    const calls = (unwritten.get(key)?.calls ?? 0) + more;
    if (calls === 0) unwritten.delete(key);
    else unwritten.set(key, { ...of, calls });
  }

  return {
    add: (chainId, node, calls) => change({ chainId, node, day: today() }, calls),
    countToday(chainId, node) {
      const isOf = (of: { chainId: number; node: string }) => of.chainId === chainId && of.node === node;
      const before = written.day === today() ? written.usage.filter(isOf) : [];
      const since = listUnwritten((calls) => isOf(calls) && calls.day === today());
      return sum(before.map((usage) => usage.today)) + sum(since);
    },
    countMonth(node) {
      const month = today().slice(0, 7);
      const before = written.day.startsWith(month) ? written.usage : [];
      const since = listUnwritten((calls) => calls.node === node && calls.day.startsWith(month));
      return sum(before.filter((usage) => usage.node === node).map((usage) => usage.month)) + sum(since);
    },
    take() {
      const day = today();
      const calls = [...unwritten.values()];
      return {
        today: day,
        calls,
        done(before) {
          for (const { calls: count, ...of } of calls) change(of, -count);
          const since = calls.map(({ chainId, node, day: of, calls: count }) => ({
            chainId,
            node,
            today: of === day ? count : 0,
            month: of.startsWith(day.slice(0, 7)) ? count : 0,
          }));
          written = { day, usage: [...before, ...since] };
        },
      };
    },
  };
}
