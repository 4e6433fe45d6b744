import type { ReadModel } from '@mandate/read-model';

/**
 * A read model that does not take back what a reorg undid. It exists to show that a run can see the difference.
 */
export function missUndo(readModel: ReadModel): ReadModel {
  return {
    ...readModel,
    apply: (chainId, from, read, heard) =>
      readModel.apply(
        chainId,
        from,
        { ...read, changes: read.changes?.filter(({ undone }) => !undone) ?? null },
        heard,
      ),
  };
}
