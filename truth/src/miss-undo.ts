import type { ReadModel } from '@mandate/read-model';

/** Ignores changes undone by a reorg, which is wrong. Proves that a run detects such a mistake. */
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
