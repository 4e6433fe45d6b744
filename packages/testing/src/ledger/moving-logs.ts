/** Logs of changes in memory that grow, are rewritten and forgotten, and a reader that answers as the store does. */
import { integer, pick } from '@mandate/contracts';
import { createDelegation, parseAddress } from '@mandate/core';
import { type LoggedChange, type NewChanges, passes, type Reader } from '@mandate/store';

const address = (n: number) => parseAddress(`0x${(n + 1).toString(16).padStart(40, '0')}`);
const idOf = (n: number) => n.toString(16).padStart(8, '0');
export const WALLETS = [address(0), address(1), address(2), address(3), address(4), address(5)] as const;
export const CONTRACTS = [address(6), address(7), address(8)] as const;

const MARKS = { safe: null, finalized: null };

export type MovingLogs = ReturnType<typeof createMovingLogs>;

export function createMovingLogs(random: () => number, chainIds: readonly [number, ...number[]]) {
  const logs = new Map<number, { feed: string; changes: LoggedChange[] }>();
  let stamps = 0;
  let told = Promise.withResolvers<void>();

  function tell(): void {
    told.resolve();
    told = Promise.withResolvers();
  }

  const reader = {
    listLogEnds: async () =>
      [...logs].map(([chainId, { feed, changes }]) => ({ chainId, feed, changes: changes.length, block: 9 })),
    readNewChanges: async ({ places, newest, limit }: Parameters<Reader['readNewChanges']>[0]) =>
      [...places].flatMap(([chainId, place]): NewChanges[] => {
        const log = logs.get(chainId);
        if (!log) return [];
        const { feed, changes } = log;
        const at = changes[(place?.number ?? 0) - 1];
        const isLong = changes.length >= (place?.number ?? 0);
        const continues = place?.feed === feed && isLong && (at?.stamp ?? null) === place.stamp;
        const after = continues ? place.number : Math.max(0, changes.length - newest);
        const found = changes.slice(after, after + limit);
        return [{ chainId, feed, changes: changes.length, block: 9, marks: MARKS, continues, found }];
      }),
    listChanges: async ({ parts, limit, ...filter }: Parameters<Reader['listChanges']>[0]) =>
      parts.map(({ chainId, feed, after, until }) => {
        const log = logs.get(chainId);
        if (log?.feed !== feed || log.changes.length < until) return null;
        return log.changes
          .slice(after, until)
          .filter((each) => passes(filter, each))
          .slice(0, limit);
      }),
  };

  function append(chainId: number, undone = false): void {
    const log = logs.get(chainId) ?? { feed: idOf(++stamps), changes: [] };
    logs.set(chainId, log);
    const [from, to, contract] = [pick(random, WALLETS), pick(random, WALLETS), pick(random, CONTRACTS)];
    const isAll = random() < 0.2;
    const delegation = isAll
      ? createDelegation({ registry: 'v1', kind: 'all', from, to })
      : createDelegation({ registry: 'v1', kind: 'contract', from, to, contract });
    log.changes.push({
      ...{ number: log.changes.length + 1, stamp: idOf(++stamps), type: 'granted', undone },
      ...{ delegation, amountBefore: null, began: null, timestamp: 1 },
      at: { block: 1, log: 0, tx: '0x' },
    });
  }

  /** Rewrites a log like a repair: another identity, and perhaps fewer changes. */
  function replace(chainId: number): void {
    const log = logs.get(chainId);
    if (!log) return;
    const changes = log.changes.slice(0, integer(random, 0, log.changes.length));
    logs.set(chainId, { feed: idOf(++stamps), changes });
  }

  return {
    reader,
    watch: { wait: () => told.promise },
    tell,
    logOf: (chainId: number) => logs.get(chainId) ?? { feed: '', changes: [] },
    append,
    /** Lets a chain go on, and seldom replaces or forgets its log. */
    move(): void {
      const chainId = pick(random, chainIds);
      const burst = random() < 0.1 ? 30 : integer(random, 0, 3);
      for (let i = 0; i < burst; i++) append(chainId, random() < 0.2);
      if (random() < 0.02) replace(chainId);
      if (random() < 0.01) logs.delete(chainId);
      tell();
    },
    /** A part of some values, or undefined. */
    some: <T>(of: readonly T[]): T[] | undefined =>
      random() < 0.4 ? undefined : of.filter(() => random() < 0.3),
  };
}
