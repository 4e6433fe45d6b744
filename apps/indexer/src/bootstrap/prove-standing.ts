/** Compares rows that should stand with the state of their registries. */
import {
  type Address,
  type Delegation,
  findAmount,
  type Keccak,
  type Registry,
  settleRevocation,
  type V1Delegation,
  type V2Delegation,
  v2Hash,
  v2Location,
} from '@mandate/core';
import type { Source } from '@mandate/nodes';
import { type Hex, numberToHex } from 'viem';
import { loadKeccak } from './fast-keccak.ts';
import { createReadWords, mayBeTooMuch, READ_V1, READ_V2 } from './read-words.ts';

export type Registries = Readonly<Partial<Record<Registry, Address>>>;

/** Finds the rows that do not stand at a block. */
export type FindFalse = (rows: readonly Delegation[], blockHash: Hex) => Promise<Delegation[]>;

export function createFindFalse(source: Source, registries: Registries): FindFalse {
  const readV1 = createReadWords(source, READ_V1);
  const readV2 = createReadWords(source, READ_V2);
  let isOverridable = true;

  async function findFalseV1(rows: readonly V1Delegation[], blockHash: Hex): Promise<Delegation[]> {
    const { v1 } = registries;
    if (!v1 || rows.length === 0) return [...rows];
    const gone = await settleRevocation(rows, (slots) => readSlots(v1, slots, blockHash), await loadKeccak());
    const grants = new Set(gone.flatMap((change) => (change.type === 'revoke' ? [change.grant] : [])));
    return rows.filter((row) => grants.has(row));
  }

  /** v1 has no view that reads words. A node that can't override its code is asked for each word. */
  async function readSlots(v1: Address, slots: readonly Hex[], blockHash: Hex): Promise<bigint[]> {
    if (isOverridable) {
      try {
        return (await readV1(v1, slots, blockHash)).map((word) => BigInt(`0x${word}`));
      } catch (error) {
        if (!mayBeTooMuch(error)) throw error;
        isOverridable = false;
      }
    }
    return source.readSlots(v1, slots, blockHash);
  }

  async function findFalseV2(rows: readonly V2Delegation[], blockHash: Hex): Promise<Delegation[]> {
    const { v2 } = registries;
    if (!v2 || rows.length === 0) return [...rows];
    const keccak = await loadKeccak();
    const locations = rows.map((row) => listLocations(row, keccak));
    const words = await readV2(v2, locations.flat(), blockHash);
    let next = 0;
    return rows.filter((row, i) => {
      const own = words.slice(next, next + (locations[i]?.length ?? 0));
      next += own.length;
      return !isStanding(row, own);
    });
  }

  return async (rows, blockHash) => {
    const ofV1 = rows.filter((row) => row.registry === 'v1');
    const ofV2 = rows.filter((row) => row.registry === 'v2');
    const found = await Promise.all([findFalseV1(ofV1, blockHash), findFalseV2(ofV2, blockHash)]);
    return found.flat();
  };
}

const AMOUNT_OFFSET = 4n;

/** Returns the location of a delegation's first word, and that of its amount, if it has one. */
function listLocations(row: V2Delegation, keccak: Keccak): Hex[] {
  const first = v2Location(v2Hash(row, keccak), keccak);
  if (!('amount' in row)) return [first];
  return [first, numberToHex(BigInt.asUintN(256, BigInt(first) + AMOUNT_OFFSET), { size: 32 })];
}

/**
 * The location is a hash of everything that is granted, so only the grantor has to be compared: while the grant does
 * not stand, it is another address.
 */
function isStanding(row: V2Delegation, [first, amount]: readonly string[]): boolean {
  if (first?.slice(24) !== row.from.slice(2)) return false;
  return !('amount' in row) || BigInt(`0x${amount}`) === findAmount(row);
}
