/** Reads from storage which grants stand, and their amounts. */
import {
  type Address,
  type Delegation,
  type Keccak,
  type Registry,
  settleRevocation,
  type V1Delegation,
  type V2Delegation,
  v2Hash,
  v2Location,
} from '@mandate/core';
import type { Hex } from 'viem';
import { numberToHex } from 'viem/utils';
import { loadKeccak } from './fast-keccak.ts';

export type Registries = Readonly<Partial<Record<Registry, Address>>>;

/** Reads words of a registry's storage at one block, in the order of the slots. */
export type ReadStorage = (registry: Registry, address: Address, slots: readonly Hex[]) => Promise<bigint[]>;

/** A grant as storage has it. */
export interface Stored {
  readonly stands: boolean;
  /** `null` if the grant does not stand, or its kind has no amount. */
  readonly amount: bigint | null;
}

const GONE: Stored = { stands: false, amount: null };
const AMOUNT_OFFSET = 4n;
const ADDRESS_BITS = 160;

/** Reads each of these grants, in their order. Nothing stands in a registry that the chain does not have. */
export async function readStanding(
  rows: readonly Delegation[],
  { v1, v2 }: Registries,
  read: ReadStorage,
): Promise<Stored[]> {
  const keccak = await loadKeccak();
  const ofV1 = rows.filter((row) => row.registry === 'v1');
  const ofV2 = rows.filter((row) => row.registry === 'v2');
  const [storedV1, storedV2] = await Promise.all([
    v1 ? readV1(ofV1, (slots) => read('v1', v1, slots), keccak) : ofV1.map(() => GONE),
    v2 ? readV2(ofV2, (slots) => read('v2', v2, slots), keccak) : ofV2.map(() => GONE),
  ]);
  let [nextV1, nextV2] = [0, 0];
  return rows.map((row) => (row.registry === 'v1' ? storedV1[nextV1++] : storedV2[nextV2++]) ?? GONE);
}

type ReadSlots = (slots: readonly Hex[]) => Promise<bigint[]>;

async function readV1(rows: readonly V1Delegation[], read: ReadSlots, keccak: Keccak): Promise<Stored[]> {
  if (rows.length === 0) return [];
  const changes = await settleRevocation(rows, read, keccak);
  const gone = new Set(changes.flatMap((change) => (change.type === 'revoke' ? [change.grant] : [])));
  return rows.map((row) => ({ stands: !gone.has(row), amount: null }));
}

async function readV2(rows: readonly V2Delegation[], read: ReadSlots, keccak: Keccak): Promise<Stored[]> {
  if (rows.length === 0) return [];
  const locations = rows.map((row) => listLocations(row, keccak));
  const words = await read(locations.flat());
  let next = 0;
  return rows.map((row, i) => {
    const [first = 0n, amount] = words.slice(next, next + (locations[i]?.length ?? 0));
    next += locations[i]?.length ?? 0;
    // The location is a hash of everything that is granted, so only the grantor has to be compared: while the grant
    // does not stand, it is another address.
    const stands = BigInt.asUintN(ADDRESS_BITS, first) === BigInt(row.from);
    return { stands, amount: stands ? (amount ?? null) : null };
  });
}

/** Returns the location of a delegation's first word, and that of its amount, if it has one. */
function listLocations(row: V2Delegation, keccak: Keccak): Hex[] {
  const first = v2Location(v2Hash(row, keccak), keccak);
  if (!('amount' in row)) return [first];
  return [first, numberToHex(BigInt.asUintN(256, BigInt(first) + AMOUNT_OFFSET), { size: 32 })];
}
