/** Compares rows that should stand with the state of their registries. */
import { type Delegation, findAmount } from '@mandate/core';
import type { Source } from '@mandate/nodes';
import type { Hex } from 'viem';
import { type Registries, readStanding } from './read-standing.ts';
import { createStorageCalls } from './storage-calls.ts';

/** Finds the rows that do not stand at a block. */
export type FindFalse = (rows: readonly Delegation[], blockHash: Hex) => Promise<Delegation[]>;

export function createFindFalse(source: Source, registries: Registries): FindFalse {
  const readAt = createStorageCalls(source);
  return async (rows, blockHash) => {
    const stored = await readStanding(rows, registries, (registry, address, slots) =>
      readAt(registry, address, slots, blockHash),
    );
    return rows.filter((row, i) => !stored[i]?.stands || stored[i].amount !== findAmount(row));
  };
}
