/** Reads storage with calls that return many words each, as the nodes agree on them. */
import type { Address, Registry } from '@mandate/core';
import type { Source } from '@mandate/nodes';
import type { Hex } from 'viem';
import { createReadWords, mayBeTooMuch, READ_V1, READ_V2 } from './read-words.ts';

/** Reads words of a registry's storage at a block. */
export type ReadStorageAt = (
  registry: Registry,
  address: Address,
  slots: readonly Hex[],
  blockHash: Hex,
) => Promise<bigint[]>;

export function createStorageCalls(source: Source): ReadStorageAt {
  const readV1 = createReadWords(source, READ_V1);
  const readV2 = createReadWords(source, READ_V2);
  let isOverridable = true;

  /** v1 has no view that reads words. A node that can't override its code is asked for each word. */
  async function readSlotsV1(v1: Address, slots: readonly Hex[], blockHash: Hex): Promise<bigint[]> {
    if (isOverridable) {
      try {
        return (await readV1(v1, slots, blockHash)).map(toNumber);
      } catch (error) {
        if (!mayBeTooMuch(error)) throw error;
        isOverridable = false;
      }
    }
    return source.readSlots(v1, slots, blockHash);
  }

  return async (registry, address, slots, blockHash) =>
    registry === 'v1'
      ? readSlotsV1(address, slots, blockHash)
      : (await readV2(address, slots, blockHash)).map(toNumber);
}

const toNumber = (word: string) => BigInt(`0x${word}`);
