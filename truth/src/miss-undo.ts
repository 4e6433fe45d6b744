import type { Replica } from '@mandate/read-model';

/**
 * A read model that does not take back what a reorg undid. It exists to show that a run can see the difference.
 */
export function missUndo(replica: Replica): Replica {
  return {
    ...replica,
    apply: (chainId, from, read, heard) =>
      replica.apply(
        chainId,
        from,
        { ...read, changes: read.changes?.filter(({ undone }) => !undone) ?? null },
        heard,
      ),
  };
}
