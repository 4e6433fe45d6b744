import type { Write } from './encode-writes.ts';

/** The most gas of a transaction. Ethereum refuses more than 2²⁴ (EIP-7825), and some chains count more gas for the same call. */
const MAX_GAS = 12_000_000;
/** The transaction itself and the frame of its multicall. */
const BASE_GAS = 30_000;
/**
 * The most gas of one grant or revocation of v2: nine new words of storage at 22,100 (five of the delegation, two in each
 * of the two lists), 4,700 for its calldata, 2,700 for its event, and room for its code.
 */
const WRITE_GAS = 220_000;

/** The most changes of v2 in one transaction. */
export const MAX_WRITES = Math.floor((MAX_GAS - BASE_GAS) / WRITE_GAS);

export type WriteGroup = readonly [Write, ...Write[]];

/**
 * Groups changes by transaction: those of v2 by chain, as many as fit into 12 million gas; v1 takes one a transaction. The
 * groups of a chain are together.
 *
 * @example
 * const calls = groupWrites(writes).map(encodeWrites);
 */
export function groupWrites(writes: readonly Write[]): WriteGroup[] {
  const groups: [Write, ...Write[]][] = [];
  const open = new Map<number, Write[]>();
  for (const write of writes) {
    const isOfV2 = 'grant' in write && write.grant.registry === 'v2';
    const same = isOfV2 && open.get(write.chainId);
    if (same && same.length < MAX_WRITES) {
      same.push(write);
      continue;
    }
    const group: [Write, ...Write[]] = [write];
    groups.push(group);
    if (isOfV2) open.set(write.chainId, group);
  }
  const chains = [...new Set(writes.map(({ chainId }) => chainId))];
  return groups.sort(([a], [b]) => chains.indexOf(a.chainId) - chains.indexOf(b.chainId));
}
