import type { Hex } from './bytes.ts';
import type { Change } from './change.ts';
import type { V1Delegation, V1Grant } from './delegation.ts';
import { type Keccak, keccak } from './keccak.ts';
import { toWord } from './words.ts';

/** Base slots: grants by vault and version, versions of vaults, versions of pairs. */
const GRANTS = 0n;
const VAULT_VERSIONS = 1n;
const PAIR_VERSIONS = 2n;

/** The number of times that the vault revoked everyone, and that this pair was revoked. */
export interface V1Versions {
  readonly vault: bigint;
  readonly pair: bigint;
}

/** Returns the storage places of the two versions that decide whether a grant is in force. */
export function v1VersionSlots(
  { from, to }: V1Grant,
  hash: Keccak = keccak,
): { readonly vault: Hex; readonly pair: Hex } {
  const ofVault = hash(encode(from, PAIR_VERSIONS));
  return {
    vault: hash(encode(from, VAULT_VERSIONS)),
    pair: hash(encode(to, ofVault)),
  };
}

/** Returns the storage place of a grant that was made under these versions. A stored 0 means that it is not in force. */
export function v1GrantSlot(grant: V1Grant, versions: V1Versions, hash: Keccak = keccak): Hex {
  const ofVault = hash(encode(grant.from, GRANTS));
  const set = hash(encode(versions.vault, ofVault));
  return hash(encode(v1Hash(grant, versions, hash), BigInt(set) + 1n));
}

/** The name that the contract gives a grant made under these versions. */
function v1Hash(grant: V1Grant, versions: V1Versions, hash: Keccak = keccak): Hex {
  const scope: (Hex | bigint)[] = [];
  if ('contract' in grant) scope.push(grant.contract);
  if ('tokenId' in grant) scope.push(grant.tokenId);
  return hash(encode(grant.to, grant.from, ...scope, versions.vault, versions.pair));
}

/** Reads the v1 registry's storage at one block, the values in the order of the slots. */
export type ReadSlots = (slots: readonly Hex[]) => Promise<readonly bigint[]>;

/**
 * Which of a vault's grants died in a block with a revocation that names no one: asks the registry's
 * storage at that block's end, grant by grant. The views can't tell, as they answer by scope.
 * Give it the grants that stand after all other changes of the block have been applied.
 */
export async function settleRevocation(
  grants: readonly V1Delegation[],
  readSlots: ReadSlots,
  hash: Keccak = keccak,
): Promise<Change[]> {
  const versionSlots = grants.map((grant) => v1VersionSlots(grant, hash));
  // Grants of one vault, or of one pair, share their versions.
  const distinct = [...new Set(versionSlots.flatMap(({ vault, pair }) => [vault, pair]))];
  const versions = await readSlots(distinct);
  const read = new Map(distinct.map((slot, i) => [slot, at(versions, i)]));
  const grantSlots = grants.map((grant, i) => {
    const { vault, pair } = versionSlots[i] ?? v1VersionSlots(grant, hash);
    return v1GrantSlot(grant, { vault: read.get(vault) ?? 0n, pair: read.get(pair) ?? 0n }, hash);
  });
  const positions = await readSlots(grantSlots);
  return grants.filter((_, i) => at(positions, i) === 0n).map((grant) => ({ type: 'revoke', grant }));
}

function at(values: readonly bigint[], index: number): bigint {
  const value = values[index];
  if (value === undefined) throw new RangeError(`Storage reader left out slot ${index}.`);
  return value;
}

/** Encodes addresses, hashes and numbers as `abi.encode` does: a word each. */
function encode(...values: readonly (Hex | bigint)[]): Hex {
  return `0x${values.map((value) => toWord(BigInt(value)).slice(2)).join('')}`;
}
