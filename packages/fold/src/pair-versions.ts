/** Reads how often v1 pairs were revoked in a block: each revocation raises the version of its pair. */
import { type Address, type ReadSlots, type V1Delegation, v1VersionSlots } from '@mandate/core';
import { NodeBehindError, type Source } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Hex } from 'viem';

type StateBlock = Pick<Block, 'number' | 'hash'>;

/** Finds the block before each of these, by the hash of the later one. */
export async function findParents(
  source: Source,
  blocks: readonly StateBlock[],
): Promise<ReadonlyMap<Hex, StateBlock>> {
  if (blocks.length === 0) return new Map();
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]));
  const headers = await source.findHeaders([...hashes.keys()]);
  return new Map(
    [...hashes].map(([number, hash], i) => {
      const header = headers[i];
      if (header?.hash !== hash)
        throw new NodeBehindError(`${source.name} does not have block ${number} with hash ${hash}.`);
      return [hash, { number: number - 1, hash: header.parentHash }];
    }),
  );
}

/** Counts how often the pair of each grant was revoked between two states, by delegate. The grants are of one vault. */
export async function countRevocations(
  grants: readonly V1Delegation[],
  readBefore: ReadSlots,
  readAfter: ReadSlots,
): Promise<ReadonlyMap<Address, number>> {
  const pairs = [...new Map(grants.map((grant) => [grant.to, v1VersionSlots(grant).pair]))];
  if (pairs.length === 0) return new Map();
  const slots = pairs.map(([, slot]) => slot);
  const [before, after] = await Promise.all([readBefore(slots), readAfter(slots)]);
  return new Map(pairs.map(([to], i) => [to, Number((after[i] ?? 0n) - (before[i] ?? 0n))]));
}
